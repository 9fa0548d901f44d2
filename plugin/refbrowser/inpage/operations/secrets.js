// The values of secret fields, which the browser's side removes from what else it shows of the document. No answer contains them.

import { isSecret } from '../aria/states.js';
import { queryEvery } from '../dom/dom.js';
import { documentToken } from '../tracking/refs.js';

/** How many secret fields of a document are looked for. */
const MOST_SECRETS = 20;

/** @import { SecretValues } from '../wire.d.ts' */

/** @type {() => SecretValues} Report what the secret fields hold. */
export function secrets() {
  const fields = Array.from(queryEvery(document, 'input,textarea')).slice(0, 10 * MOST_SECRETS).filter(isSecret)
    .slice(0, MOST_SECRETS);
  return { doc: documentToken, values: fields.map((field) => /** @type {HTMLInputElement} */ (field).value).filter(Boolean) };
}
