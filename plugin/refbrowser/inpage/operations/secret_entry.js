// A secret on its way into a field: the origin is checked, the field brought into focus and the text inserted in one task, so that
// no script of the page, and no frame that takes the focus, can come between.

import { isDisabled, isReadonly, markSecret } from '../aria/states.js';
import { documentToken, liveElement } from '../tracking/refs.js';
import { enterField, isTextControl } from './text_field.js';
/** @import { EnterSecretRequest, SecretEntered } from '../wire.d.ts' */

const LOOPBACK = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

const execCommand = Document.prototype.execCommand;

/**
 * Enter a secret. Report the document's origin, that of the document around it for `about:srcdoc` and `about:blank`.
 * @type {(request: EnterSecretRequest) => SecretEntered}
 */
export function enterSecret(request) {
  const origin = self.origin;
  /** @type {(status: SecretEntered['status']) => SecretEntered} */
  const answer = (status) => ({ doc: documentToken, origin, status });
  const element = request.doc === documentToken ? liveElement(request.id) : null;
  if (!element) return answer('gone');
  if (origin === 'null') return answer('opaque');
  if (!request.origins.includes(origin)) return answer('origin');
  // The address of a document that inherits its origin has no host.
  if (!origin.startsWith('https://') && !LOOPBACK.test(new URL(origin).hostname)) return answer('insecure');
  if (!isTextControl(element) || isDisabled(element) || isReadonly(element)) return answer('not_editable');
  if (!enterField(element)) return answer('refused');
  markSecret(element);
  if (!execCommand.call(document, 'insertText', false, request.value)) return answer('refused');
  return { ...answer('typed'), kept: holdsAll(element, request.value) };
}

/** @type {(field: Element, value: string) => boolean} */
const holdsAll = (field, value) =>
  'value' in field ? /** @type {HTMLInputElement} */ (field).value === value : (field.textContent ?? '').includes(value);
