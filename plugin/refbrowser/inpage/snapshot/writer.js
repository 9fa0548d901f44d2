// Lines of markdown, made from pieces of text in reading order.

import { GROUP_CLOSE, GROUP_NAMED, GROUP_OPEN, TAG_OPEN, hasLetter } from '../dom/text.js';

/** How much text a place or a label keeps of what was written inside it. */
export const COLLECTED_LIMIT = 300;
/** What stands between the blocks of a table's cell. */
export const CELL_SEPARATOR = ' / ';

/** The end of a control in running text. */
const END = '[/]';

/** Refs on a line, and what is said of one that has no name. */
const WORDLESS = new RegExp(`${TAG_OPEN}[^\\]]*\\]|\\([^)]*\\)`, 'g');

/** How much text counts as standing before a control. */
const NEAR_LIMIT = 120;
/** How much text is collected before its beginning is dropped: a page without controls may be long. */
const RECENT_LIMIT = 4096;

/** @type {(text: string) => string} the end of a text, as what stands before a control */
export const nearIn = (text) => text.slice(-NEAR_LIMIT);

/** Writes text as CSS lays it out: white space collapsed, blocks on lines of their own, markers and indentation before them. */
export class Writer {
  constructor() {
    /** @type {string[]} */
    this.lines = [];
    /** @type {boolean[]} per line: it stays when only what can be acted on is wanted */
    this.kept = [];
    this.buffer = '';
    this.keep = false;
    this.spacePending = false;
    /** White space that indents what comes next, if that begins a line. */
    this.padding = '';
    this.indent = '';
    /** An empty line stands before the next one. */
    this.gap = false;
    /** @type {string | null} what stands before the next line instead of the indentation: a list marker, a heading's signs */
    this.head = null;
    /** Tags that wait for the first text of their element. */
    this.leads = '';
    /** @type {string | null} what stands between blocks where everything must stay on one line, null where lines may break */
    this.separator = null;
    this.separatorPending = false;
    this.flatStart = 0;
    /** @type {{text: string}[]} what is being written inside, innermost last */
    this.collectors = [];
    /** Text since the last control; the name of a link is part of it. */
    this.recent = '';
    /** Stands for that control: what has the same one has text of the same run. */
    this.run = {};
    /** @type {number[]} the lines that were compared with what comes behind them */
    this.compared = [];
  }

  space() {
    this.spacePending = true;
  }

  /** A boundary between blocks. */
  line() {
    if (this.separator !== null) {
      this.separatorPending = true;
      return;
    }
    this.spacePending = false;
    this.padding = '';
    if (!this.buffer) return;
    this.push(this.buffer, this.keep);
    this.buffer = '';
    this.keep = false;
  }

  /** @param {string} text a whole line, written as it is @param {boolean} [keep] */
  verbatim(text, keep = false) {
    if (this.separator === null) this.line();
    this.push(text, keep);
  }

  /** @param {string} text @param {boolean} keep */
  push(text, keep) {
    if (this.gap) {
      this.lines.push(this.indent.trimEnd());
      this.kept.push(false);
      this.gap = false;
    }
    this.lines.push((this.head ?? this.indent) + text);
    this.kept.push(keep);
    this.head = null;
  }

  /** @param {string} space that is kept before the text that it stands before */
  pad(space) {
    if (!this.buffer && this.separator === null) this.padding += space;
  }

  /** @param {string} text visible text without white space at its end @param {string} [marked] the same as it stands in the line */
  put(text, marked = text) {
    const glue = this.glue();
    this.begin();
    if (this.leads) {
      const tight = !this.buffer || /[\s([{"'“‘«|]$/.test(this.buffer);
      this.buffer += (tight ? '' : ' ') + this.leads;
      this.leads = '';
      this.keep = true;
    }
    this.buffer += marked;
    if (this.recent.length > RECENT_LIMIT) this.recent = this.recent.slice(-NEAR_LIMIT);
    this.recent += glue && this.recent ? ' ' + text : text;
    for (const collector of this.collectors) {
      if (collector.text.length < COLLECTED_LIMIT) collector.text += glue && collector.text ? ' ' + text : text;
    }
  }

  /**
   * Put marks around the words that were written on the line.
   * @param {number} start where on the line they begin @param {readonly [string, string]} marks
   */
  enclose(start, [open, close]) {
    const words = this.buffer.slice(start);
    const text = words.trim();
    if (text) this.buffer = this.buffer.slice(0, start) + words.replace(text, () => open + text + close);
  }

  /** What comes now is on the line already, or begins it. */
  begin() {
    if (!this.padding) return;
    this.buffer ||= this.padding;
    this.padding = '';
  }

  /** @returns {boolean} whether something stands between what was written and what comes now */
  glue() {
    if (this.separatorPending) {
      this.separatorPending = false;
      this.spacePending = false;
      if (this.buffer.length > this.flatStart)
        this.buffer += this.buffer.endsWith(' ') ? /** @type {string} */ (this.separator).trimStart() : this.separator;
      return true;
    }
    if (!this.spacePending) return this.buffer === '';
    this.spacePending = false;
    if (this.buffer && !this.buffer.endsWith(' ')) this.buffer += ' ';
    return true;
  }

  /** Remove the previous line if it consists of this text. @param {string} text @returns {boolean} whether it did */
  takeLine(text) {
    const last = this.lines.length - 1;
    if (this.buffer || this.separator !== null || this.gap || last < 0) return false;
    this.compared.push(last);
    if (this.kept[last] || this.lines[last] !== this.indent + text) return false;
    this.lines.pop();
    this.kept.pop();
    return true;
  }

  /** @param {string} tag a ref's tag; it waits for the label that follows */
  tag(tag) {
    this.leads += tag + ' ';
  }

  /** Take a tag back that the next one makes needless. @param {string} tag @param {number} first the first line that may have it */
  takeTag(tag, first) {
    const piece = tag + ' ';
    if (this.leads.includes(piece)) this.leads = this.leads.replace(piece, () => '');
    else if (this.buffer.includes(piece)) this.buffer = this.buffer.replace(piece, () => '');
    else {
      const index = this.lines.findIndex((line, place) => place >= first && line.includes(piece));
      if (index >= 0) this.lines[index] = this.lines[index].replace(piece, () => '');
    }
  }

  /**
   * Write the words of the next line behind a tag on whose line there are none.
   * @param {string} tag @param {number} first the first line that may have it
   */
  joinName(tag, first) {
    if (this.separator !== null) return;
    this.line();
    const at = this.lines.findIndex((line, place) => place >= first && line.includes(tag));
    const next = this.lines[at + 1];
    if (at < 0 || !next?.trim() || next.includes(TAG_OPEN) || hasLetter(this.lines[at].replace(WORDLESS, ''))) return;
    this.lines[at] += ' ' + next.trimStart();
    this.lines.splice(at + 1, 1);
    this.kept.splice(at + 1, 1);
  }

  /** The end of what is pressed, where text goes on behind it. */
  end() {
    if (this.buffer && !this.leads) this.buffer += END;
  }

  /** @returns {string} the end of what stands between the control before and what begins now */
  near() {
    return nearIn(this.recent);
  }

  /** A control begins, or has ended. */
  forgetRecent() {
    this.recent = '';
    this.run = {};
  }

  /** @param {string} text what is shown of a control but is not text of the page: a value, options, an explanation */
  extra(text) {
    if (this.leads) {
      const leads = this.leads.trimEnd();
      this.leads = '';
      this.glue();
      this.begin();
      this.buffer += (!this.buffer || /[\s([{"'“‘«|]$/.test(this.buffer) ? '' : ' ') + leads;
      this.keep = true;
    }
    if (text) this.buffer += ' ' + text;
    this.spacePending = true;
  }

  /**
   * @param {string} tag of a control whose content has been written @param {string} text what is also shown of it, on the line of
   *   its tag @param {number} first the first line that may be
   */
  extraOf(tag, text, first) {
    if (!this.leads.includes(tag) && !this.buffer.includes(tag)) {
      for (let index = first; index < this.lines.length; index++) {
        if (!this.lines[index].includes(tag)) continue;
        this.lines[index] += ' ' + text;
        return;
      }
    }
    this.extra(text);
  }

  /**
   * Write the name of a group and run; remove the name if nothing is written.
   * @param {string} name @param {boolean} inLine whether content continues on the line of the name @param {() => void} run
   */
  named(name, inLine, run) {
    if (!inLine) this.line();
    const first = this.lines.length;
    const undo = this.checkpoint();
    this.put(name + ':');
    this.buffer = this.buffer.slice(0, -name.length - 1) + GROUP_OPEN + name + GROUP_NAMED + ':';
    if (inLine) this.space();
    else this.line();
    const empty = this.lines.length;
    run();
    this.line();
    if (!inLine && this.lines.length === empty) return undo();
    const last = this.lines.length - 1;
    if (last < first) return undefined;
    this.lines[last] += GROUP_CLOSE;
    if (this.kept.includes(true, first))
      this.kept[this.lines.findIndex((line, index) => index >= first && line.includes(GROUP_OPEN))] = true;
    return undefined;
  }

  /** Writes the name of a group in front of what the group writes into its cell. @param {string} name @param {() => void} run */
  namedInCell(name, run) {
    const undo = this.checkpoint();
    const { flatStart } = this;
    this.put(name + ':');
    this.buffer += ' ';
    this.flatStart = this.buffer.length;
    const start = this.buffer;
    run();
    this.flatStart = flatStart;
    if (this.buffer === start) undo();
  }

  /** @returns {string[]} the lines with something to act on, each group closed on its last one */
  keptLines() {
    /** @type {string[]} */
    const lines = [];
    let ended = 0;
    this.lines.forEach((line, index) => {
      if (!this.kept[index]) {
        for (const sign of line) ended += sign === GROUP_CLOSE ? 1 : sign === GROUP_OPEN ? -1 : 0;
        return;
      }
      if (ended > 0 && lines.length) lines[lines.length - 1] += GROUP_CLOSE.repeat(ended);
      ended = 0;
      lines.push(line);
    });
    return lines;
  }

  /** Runs with everything on one line. @param {string} separator between blocks @param {() => void} run */
  flat(separator, run) {
    const { separator: outer, flatStart } = this;
    this.separator = separator;
    this.flatStart = this.buffer.length;
    run();
    this.separator = outer;
    this.flatStart = flatStart;
    if (outer === null) this.separatorPending = false;
  }

  /** Runs under a head, which vanishes again when nothing is written. @param {string} head @param {() => void} run */
  under(head, run) {
    const before = this.head;
    const whole = (before ?? this.indent) + head;
    this.head = whole;
    run();
    this.line();
    if (this.head === whole) this.head = before;
  }

  /** @param {() => void} run @returns {string} the text that it writes, with COLLECTED_LIMIT in mind */
  collect(run) {
    const collector = { text: '' };
    this.collectors.push(collector);
    run();
    this.collectors.pop();
    return collector.text;
  }

  /** @returns {() => void} takes back everything written since */
  checkpoint() {
    const { buffer, keep, spacePending, padding, head, gap, leads, separatorPending } = this;
    const count = this.lines.length;
    return () => {
      this.lines.length = count;
      this.kept.length = count;
      Object.assign(this, { buffer, keep, spacePending, padding, head, gap, leads, separatorPending });
    };
  }
}
