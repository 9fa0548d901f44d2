// Runs in an isolated world, whose IndexedDB no page can patch: reads and writes what the page's origin has stored.

import { read } from './read_databases.js';
import { write } from './restored_databases.js';

Object.assign(globalThis, {
  refbrowserRecords: {
    /** @param {string} asked */
    read: async (asked) => JSON.stringify(await read(JSON.parse(asked))),
    /** @param {string} asked */
    write: async (asked) => JSON.stringify(await write(JSON.parse(asked))),
  },
});
