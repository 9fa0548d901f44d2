// node tokens.cjs PACKAGE < paths, one a line: prints how many o200k tokens each of the files has, one number a line.
const { readFileSync } = require('node:fs');

const { countTokens } = require(`${process.argv[2]}/cjs/encoding/o200k_base`);

for (const path of readFileSync(0, 'utf8').split('\n').filter(Boolean)) console.log(countTokens(readFileSync(path, 'utf8')));
