// What an editor has made of its words, as markdown marks it. Elements say so, and no styles: those of a code editor show a syntax.

import { queryOne } from '../dom/dom.js';
/** @import { Walk } from './walker.js' */

/** What stands before and behind the words of an element. @type {ReadonlyMap<string, readonly [string, string]>} */
const MARKS = new Map([
  ['b', ['**', '**']], ['strong', ['**', '**']],
  ['i', ['*', '*']], ['em', ['*', '*']],
  ['s', ['~~', '~~']], ['strike', ['~~', '~~']], ['del', ['~~', '~~']],
  ['u', ['<u>', '</u>']],
  ['code', ['`', '`']],
]);

const FORMATTED = 'b,strong,i,em,s,strike,del,u,:not(pre)>code,h1,h2,h3,h4,h5,h6,li,blockquote';

/** @type {(host: Element) => boolean} what it holds is more than its text */
export const isFormatted = (host) => queryOne(host, FORMATTED) !== null;

/**
 * Read the content of an element in an editor, between its marks. Where it takes more than a line it has none.
 * @param {Walk} walk @param {Element} element @param {string} name @returns {void}
 */
export function visitFormatted(walk, element, name) {
  const marks = MARKS.get(name);
  if (!marks) return walk.visitChildren(element, name);
  const { writer } = walk;
  const [lines, start] = [writer.lines.length, writer.buffer.length];
  walk.visitChildren(element, name);
  if (writer.lines.length === lines) writer.enclose(start, marks);
  return undefined;
}
