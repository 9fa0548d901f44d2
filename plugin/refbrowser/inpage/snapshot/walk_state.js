// What a walk over the document has read by now, and where it stands.

import { Windows, boxesInSight } from './scope.js';
import { Writer } from './writer.js';
import { focusedElement } from '../dom/dom.js';
import { findCover } from '../pressing/cover.js';
import { UNJUDGED } from '../visual/legibility.js';
/** @import { Numbering } from './list_markers.js' */
/** @import { Recording } from './recording.js' */
/** @import { Table } from './tables.js' */
/** @import { Sighting } from '../tracking/refs.js' */
/** @import { Lookalikes, Spot } from '../visual/legibility.js' */
/** @import { FrameState } from '../wire.d.ts' */

/**
 * @typedef {{element: Element, sighting: Sighting, tag: string, recent: string, run: object, judged: boolean, bare?: string}} Seen
 * tag: as it was written; recent: the text before it, of which run; judged: that decided how it is written; bare: its tag before it
 * was found to be highlighted
 */
/** @typedef {Omit<FrameState, 'id'>} Outer how the frame of a document stands in those around it */

/** A document whose frame stands free, or that is in none. @type {Outer} */
const FREE = { disabled: false, blocked: false, beneath: false };

/** @type {Set<Node>} */
const NONE_COVERED = new Set();

export class WalkState {
  /**
   * @param {{mode?: string, dry?: boolean, outer?: Outer, covered?: Set<Node>, recording?: Recording | null}} options mode: what to
   *   leave out; dry: only look, give no ids; outer: how the frame stands in the documents around it; covered: texts that something
   *   else is painted over
   */
  constructor({ mode = 'full', dry = false, outer = FREE, covered = NONE_COVERED, recording = null }) {
    this.mode = mode;
    this.dry = dry;
    this.outer = outer;
    this.writer = new Writer();
    /** What is noted of the walk, so that parts of it can be made again. */
    this.recording = recording;
    /** @type {Seen[]} */
    this.seen = [];
    /** @type {Seen[]} images with refs that are no controls */
    this.images = [];
    /** @type {Element[]} boxes taken out of the flow, which may lie over texts */
    this.taken = [];
    /** @type {Element[]} boxes painted over their neighbours, which may lie over controls */
    this.raised = [];
    /** @type {Element[]} boxes that may lie over their neighbours without that */
    this.moved = [];
    /** @type {Element[]} inputs, selects and textareas among them */
    this.fields = [];
    /** @type {Element[]} boxes that clip what is larger than they, and so may be scrolled */
    this.scrollers = [];
    /** @type {Element[]} custom elements that may say of themselves what no attribute says */
    this.customs = [];
    /** Something shown of it hangs on a picture that is still to come. */
    this.awaitsPicture = false;
    /** @type {number[]} local ids of the frames printed */
    this.frames = [];
    /** @type {{element: Element, id: number, disabled: boolean, blocked: boolean}[]} the same, and how they stand */
    this.embedded = [];
    /** @type {number[]} those of them that bring a document */
    this.sourced = [];
    /** @type {[number, string][]} those of them that name a PDF, with its address */
    this.pdfs = [];
    /** @type {Set<Node>} texts that something else is painted over */
    this.covered = covered;
    this.hidden = 0;
    this.outside = 0;
    this.elements = 0;
    this.depth = 0;

    // Where the walk stands.
    this.path = '';
    this.row = { text: '' };
    this.heading = '';
    this.url = location.href.split('#', 1)[0];
    /** @type {CSSStyleDeclaration | null} of the element whose children are read */
    this.style = null;
    /** @type {Spot} where its text stands */
    this.spot = UNJUDGED;
    /** @type {Map<string, Lookalikes>} by name and class */
    this.lookalikes = recording ? recording.map() : new Map();
    /** @type {Map<string, number>} how many controls of a name and class could be pressed */
    this.pressable = recording ? recording.map() : new Map();
    /** The corner of the page, in the viewport's coordinates. */
    this.edge = { left: -scrollX, top: -scrollY };
    /** @type {Map<Element, boolean>} whether something is drawn over the ground, by an element or one around it */
    this.drawnBetween = new Map();
    /** @type {[Element, DOMRect][] | null} what may lie behind a text without being around it */
    this.drawn = null;
    /** Its children stand side by side. */
    this.sideBySide = false;
    /** What is larger than the element that is visited does not show: a person scrolls to it, or never sees it. */
    this.clips = false;
    /** The element that is visited may be hidden by other means than those that each is asked for. */
    this.suspect = false;
    /** How much of what is in the element shows through it and what is around it. */
    this.opacity = 1;
    this.inHand = '';
    this.inert = false;
    /** In a box that is off the page, with a part that is not: each thing in it may be here or there. */
    this.astray = false;
    /** What is written stays as it is, whatever the elements around it add when they end. */
    this.firm = true;
    /** Inside a control that its content names: text that only assistive technology sees counts, decoration does not. */
    this.inControl = false;
    this.skipDecoration = false;
    /** @type {Element | null} what says all that the control around it says, and has no ref of its own */
    this.whole = null;
    /** @type {Element | null} the control whose content is read */
    this.control = null;
    /** Inside an editing host, whose text is its value: what is generated there is none of it. */
    this.editing = false;
    /** Inside what changes by itself all the time: the text is marked, and no receipt compares it. */
    this.ticking = false;
    /** Inside a label whose text its control prints. */
    this.silent = false;
    /** @type {Numbering | null} of the ordered list */
    this.numbering = null;
    /** @type {Table | null} the data table */
    this.table = null;

    /** @type {Map<string, Element | null>} */
    this.fieldsByLabel = new Map();
    this.focused = focusedElement();
    this.cover = findCover();
    /** Asked in mode viewport only. */
    this.windows = mode === 'viewport' ? new Windows() : null;
    this.inSight = this.windows ? boxesInSight(document, this.windows, new Set()) : new Set();
    /** @type {Set<Element>} controls already printed where their label is */
    this.printed = recording ? recording.set() : new Set();
    /** @type {Set<Element>} controls whose label is printed as text around them */
    this.labelled = recording ? recording.set() : new Set();
    /** @type {Set<Element>} boxes that are drawn for an invisible control, which has been printed */
    this.standIns = recording ? recording.set() : new Set();
    /** @type {Set<string>} descriptions that have been shown: of several controls, one says how to use them all */
    this.described = recording ? recording.set() : new Set();
  }

  /** @returns {Seen[]} everything that has a ref: the controls, then the images */
  get sighted() {
    return [...this.seen, ...this.images];
  }
}
