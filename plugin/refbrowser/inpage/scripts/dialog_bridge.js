// Runs in every document before its own scripts, where the backend answers native dialogs itself. A synchronous request holds the
// page as a native dialog would; when it cannot be made (a policy of the page forbids it) the native function is called instead, so
// that no page gets an answer that was not given.

/** @typedef {{accept: boolean, text: string}} Answer */

const address = 'https://refbrowser-dialog.invalid/ask';

/** @type {(kind: 'alert' | 'confirm' | 'prompt', message: string, value: string) => Answer | null} */
const ask = (kind, message, value) => {
  try {
    const request = new XMLHttpRequest();
    const query = new URLSearchParams({ kind, message, value });
    request.open('GET', `${address}?${query}`, false);
    request.send();
    return request.status === 200 ? JSON.parse(request.responseText) : null;
  } catch {
    return null;
  }
};
const native = { alert: window.alert, confirm: window.confirm, prompt: window.prompt };
window.alert = function alert(message = '') {
  if (!ask('alert', String(message), '')) native.alert.call(window, message);
};
window.confirm = function confirm(message = '') {
  const answer = ask('confirm', String(message), '');
  return answer ? answer.accept : native.confirm.call(window, message);
};
window.prompt = function prompt(message = '', value = '') {
  const answer = ask('prompt', String(message), String(value));
  if (!answer) return native.prompt.call(window, message, value);
  return answer.accept ? answer.text : null;
};

export {};
