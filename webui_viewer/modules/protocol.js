// The messages on the WebSocket. `plugin/refbrowser/viewer/messages.py` is the other side.

/**
 * @typedef {{dialog_id: string, type: string, message: string, default_prompt?: string}} DialogView
 * @typedef {{by: string, granted: boolean, waiting: number}} Held
 * @typedef {{
 *   browser_id: number, url: string, title: string, loading: boolean, crashed: boolean, secure: boolean, http_status: number | null,
 *   can_go_back: boolean, can_go_forward: boolean, viewport: {width: number, height: number} | null, dialogs: DialogView[],
 *   console_errors?: number, failed_requests?: number, failure?: string, held?: Held, handoff?: {reason: string, since_ms: number},
 *   awaits_files?: 'one' | 'several', icon?: string
 * }} Tab
 * @typedef {{download_id: number, browser_id: number, name: string, state: string, size?: number}} Download
 * @typedef {{state: 'running' | 'paused' | 'stopped', note: string | null, since_ms: number | null, waiting: number, note_read: boolean}} Control what a person lets the chat's calls do
 * @typedef {{id: string, browser_id: number, comment: string}} Remark one that the agent has not been given yet
 * @typedef {{id: string, active: number | null, tabs: Tab[], downloads: Download[], control: Control, remarks: Remark[]}} Chat
 * @typedef {[number, number, number, number]} Box x, y, width and height in CSS pixels of the page's viewport
 *
 * @typedef {{type: 'welcome', viewer: string, issuer: string, chat: string | null, read_only: boolean}} Welcome
 * @typedef {{type: 'overview', chats: Chat[]}} Overview
 * @typedef {{
 *   type: 'chat_state', chat: string, doing: 'working' | 'between_calls' | 'waits_for_person' | 'held' | 'paused' | 'stopped' | 'crashed' | 'asleep' | 'ended', since_ms: number | null,
 *   call: {action: string, browser_id: number | null, at_ms: number} | null, waits_for: 'approval' | 'help' | 'dialog' | null,
 *   failing: {action: string, code: string, times: number} | null
 * }} ChatState what a chat is doing, and since when
 * @typedef {{type: 'icon', icon: string, kind: 'image/png' | 'image/svg+xml', data: string}} Icon base64; sent before the overview that first names it
 * @typedef {{type: 'watching', stream: number, chat: string, browser_id: number}} Watching
 * @typedef {{chat: string, browser_id: number, picture: number}} Target what a gesture is for: the tab, and the number of its picture that the person saw
 * @typedef {{type: 'tile', stream: number, chat: string, browser_id: number}} Tile small pictures of the chat's active tab follow in this stream
 * @typedef {{type: 'history', chat: string, events: (CallBegan | CallEnded)[]}} History
 * @typedef {[string, number]} Step by what the journal has a call: session and number
 * @typedef {'navigation' | 'error' | 'approval' | 'person' | 'words'} Mark
 * @typedef {{type: 'step_pictured', chat: string, step: Step}} StepPictured the journal has a picture of the page after that call
 * @typedef {{
 *   step: Step, action: string, browser_id: number | null, arguments: Record<string, any>, at_ms: number, ok: boolean, code: string | null, outcome: any, duration_ms: number,
 *   regions: Box[], marks: Mark[], url: string | null, viewport: [number, number] | null, pictured: boolean
 * }} JournalStep one of those that `GET steps` answers
 * @typedef {{type: 'call_began', call_id: number, chat: string, action: string, browser_id: number | null, arguments: Record<string, any>, at_ms: number}} CallBegan
 * @typedef {{type: 'call_aimed', chat: string, browser_id: number, label: string, box: Box | null}} CallAimed
 * @typedef {{type: 'call_ended', call_id: number, chat: string, browser_id: number | null, ok: boolean, code: string | null, outcome: any, duration_ms: number, regions: Box[], step: Step | null, marks: Mark[], url: string | null, viewport: [number, number] | null}} CallEnded the regions are where it looked different from before
 * @typedef {{type: 'still', stream: number, at_ms: number}} Still confirms that the tab still showed the last picture at that time
 * @typedef {{type: 'popup', browser_id: number, ref: number, name: string, box: Box, options?: {index: number, label: string, selected: boolean, disabled: boolean}[], picker?: string, value?: string}} Popup
 * @typedef {{type: 'picked', browser_id: number, ref: number | null, label: string | null, box: Box | null}} Picked
 * @typedef {{type: 'annotated', chat: string, remark: Remark}} Annotated
 * @typedef {{type: 'copied', text: string}} Copied
 * @typedef {{type: 'inspected', subject: 'console' | 'network', browser_id: number, lines: Record<string, any>[], left_out: number}} Inspected
 * @typedef {{
 *   id: string, chat: string, browser_id: number | null, action: string, arguments: Record<string, any>, site: string, url: string,
 *   element: string | null, shown: string[], unread: string[], activates: string[], form_fields: string[], leads_to: string[], carries: string[], carries_to: string[], sends: string[], rule: string, reason: string, picture: string | null, expires: number,
 *   calls?: Record<string, any>[]
 * }} Approval the picture is a JPEG as base64
 * @typedef {{type: 'approvals', approvals: Approval[]}} Approvals all that wait for an answer
 * @typedef {{type: 'problem', code: string, message: string}} Problem
 * @typedef {{type: 'taken', number: number}} Taken the input with that number has reached the page, and all before it that was not refused
 * @typedef {{type: 'refused', number: number, code: string, message: string}} Refused the input with that number did not reach the page
 * @typedef {Welcome | Overview | ChatState | Icon | Watching | Tile | History | CallBegan | CallAimed | CallEnded | Still | Popup | Picked | Annotated | Copied | Inspected | Approvals | Problem | Taken | Refused | StepPictured} FromServer
 */

export const SUBPROTOCOL = 'refbrowser.viewer.2';
/** The close code for a page with another version of the protocol. */
export const OUTDATED = 4001;
/** The header with the issuer of the server's tokens. */
export const ISSUER = 'refbrowser-issuer';
/** Characters of the longest text that the server accepts. */
export const LONGEST_TEXT = 1_000_000;

/** The types of message that this page sends. */
export const SENT = /** @type {const} */ ([
  'watch', 'painted', 'inspect', 'take', 'hand_back', 'handoff_done', 'dialog', 'go', 'resize', 'pick', 'annotate',
  'pointer', 'wheel', 'key', 'compose', 'insert', 'paste', 'copy', 'touch', 'choose', 'drop', 'decide', 'control', 'wall', 'take_back', 'cancel_files',
]);

/** `number` counts the inputs that carry text. @typedef {{type: typeof SENT[number], number?: number} & Record<string, unknown>} ToServer */

const HEADER_BYTES = 20;

/**
 * One picture: the stream that it belongs to, its number (0 for that of a tile, which is not acknowledged), the viewport's size in CSS pixels, when it was shown, and the JPEG.
 * @typedef {{stream: number, sequence: number, width: number, height: number, atMs: number, jpeg: Blob}} Picture
 * @type {(buffer: ArrayBuffer) => Picture}
 */
export function readPicture(buffer) {
  const view = new DataView(buffer, 0, HEADER_BYTES);
  return {
    stream: view.getUint32(0, true),
    sequence: view.getUint32(4, true),
    width: view.getUint16(8, true),
    height: view.getUint16(10, true),
    atMs: view.getFloat64(12, true),
    jpeg: new Blob([new Uint8Array(buffer, HEADER_BYTES)], { type: 'image/jpeg' }),
  };
}
