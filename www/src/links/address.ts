/**
 * The page's address: the fragment after its `#` is the comparison. A link is opened when the page
 * starts with it and whenever the address changes to it. A link that this tab itself wrote is its
 * own work, which is stored completely, including invalid options. Work that a link replaces stays
 * in the editors' undo history, and is stored until it is requested.
 */

import type { Playground } from '../playground/playground';
import {
  forgetEarlier,
  isOwnAddress,
  loadEarlier,
  saveAddress,
  saveEarlier,
  saveWork,
  type Work,
} from '../work/storage';
import { isSameWork, toShared, toWork } from './opening';
import type { Reading, Shared } from './schema';

/** The code that reads and writes links, loaded when it is first needed. */
let schema: typeof import('./schema') | undefined;

async function loadSchema(): Promise<typeof import('./schema')> {
  schema ??= await import('./schema');
  return schema;
}

type Opening = Reading | { ok: false; problem: 'not-loaded' };

async function read(fragment: string): Promise<Opening> {
  try {
    return (await loadSchema()).read(fragment);
  } catch {
    return { ok: false, problem: 'not-loaded' };
  }
}

/**
 * Minimum interval in milliseconds between changes of the address: browsers refuse more than a
 * hundred in 30 s.
 */
const PAUSE = 700;

/**
 * Number of characters from which saving programs would delay a key press: they are saved when
 * typing pauses.
 */
const LARGE = 50_000;

/** Milliseconds of that pause. */
const REST = 400;

export class Address {
  /** The work of the link that the page was opened with, if it is valid. */
  readonly work: Work | undefined;
  readonly #reading: Opening | undefined;
  /** The stored work when the page was opened, until it is known whether a link replaces it. */
  #stored: Work | undefined;
  /** The linked comparison, which is not the reader's work until it is changed. */
  #linked: Work | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #rest: ReturnType<typeof setTimeout> | undefined;
  /** Large work that is not saved yet. */
  #unsaved: Work | undefined;
  #pending: Work | undefined;
  #app: Playground | undefined;
  /** The last address that was read, or is being read. */
  #followed = '';

  private constructor(stored: Work | undefined, reading: Opening | undefined) {
    this.#stored = stored;
    this.#reading = reading;
    if (reading?.ok) {
      this.work = toWork(reading.shared);
      this.#linked = this.work;
    }
  }

  /** Reads the link that the page was opened with, if any. */
  static async open(stored: Work | undefined): Promise<Address> {
    const fragment = location.hash.slice(1);
    if (fragment === '') return new Address(stored, undefined);
    const reading = read(fragment);
    return new Address(stored, stored && isOwnAddress(fragment) ? undefined : await reading);
  }

  /** Shows the page its link, and follows the address from now on. */
  watch(app: Playground): void {
    this.#app = app;
    app.store.update({ earlier: loadEarlier() });
    const reading = this.#reading;
    if (reading?.ok) {
      const isOther = this.#stored && !isSameWork(this.#stored, app.work);
      if (isOther) app.store.update({ earlier: this.#stored });
      app.showClaim(reading.shared);
    } else if (reading) {
      app.store.update({ link: { state: 'refused', problem: reading.problem } });
    }
    window.addEventListener('hashchange', ({ newURL }) => this.#follow(app, new URL(newURL).hash));
    addEventListener('pagehide', () => {
      this.#keepLarge();
      this.#write();
    });
  }

  /** Saves the work, and updates the address soon. */
  save(work: Work): void {
    const leavesLink = this.#linked !== undefined;
    if (this.#linked) {
      if (isSameWork(this.#linked, work)) return;
      this.#linked = undefined;
      // From here on the linked comparison is the reader's work and replaces the stored one.
      if (this.#stored) this.#setEarlier(this.#stored);
      this.#app?.store.update({ link: undefined });
    }
    this.#stored = work;
    clearTimeout(this.#rest);
    if (isLarge(work) && !leavesLink) {
      this.#unsaved = work;
      this.#rest = setTimeout(() => this.#keepLarge(), REST);
      return;
    }
    this.#unsaved = undefined;
    this.#keep(work);
    // A reload before the next update would open the link again, losing the changes.
    if (leavesLink) this.#write();
    else if (this.#timer === undefined) this.#beat();
  }

  #keepLarge(): void {
    clearTimeout(this.#rest);
    const work = this.#unsaved;
    this.#unsaved = undefined;
    if (!work) return;
    this.#keep(work);
    if (this.#timer === undefined) this.#beat();
  }

  #keep(work: Work): void {
    saveWork(work);
    this.#pending = work;
    // Without it there is no link, but the work is saved.
    if (!schema)
      loadSchema().then(
        () => this.#write(),
        () => {},
      );
  }

  /** Writes pending changes, and repeats after a pause until there are none. */
  #beat(): void {
    const isIdle = this.#pending === undefined;
    this.#write();
    this.#timer = isIdle ? undefined : setTimeout(() => this.#beat(), PAUSE);
  }

  /** Restores the work from before the link. */
  restore(): void {
    const { earlier } = this.#app?.store.state ?? {};
    if (!earlier || !this.#app) return;
    this.#linked = undefined;
    forgetEarlier();
    this.#app.replaceWork(earlier);
    this.#app.store.update({ earlier: undefined, link: undefined });
  }

  /** Opens other work in place of the page's own, with a page of its own: it is for another machine. */
  leaveFor(work: Work): void {
    clearTimeout(this.#rest);
    this.#unsaved = undefined;
    this.#pending = undefined;
    saveWork(work);
    history.replaceState(history.state, '', location.pathname + location.search);
    location.reload();
  }

  #setEarlier(work: Work): void {
    saveEarlier(work);
    this.#app?.store.update({ earlier: work });
  }

  /** The address comes from the event: work may have been written into it since. */
  async #follow(app: Playground, hash: string): Promise<void> {
    const fragment = hash.slice(1);
    if (fragment === '') return;
    // Pending work belongs to the previous address.
    this.#keepLarge();
    this.#pending = undefined;
    this.#followed = hash;
    const reading = await read(fragment);
    if (this.#followed !== hash) return;
    if (location.hash !== hash) history.replaceState(history.state, '', hash);
    if (!reading.ok) {
      app.store.update({ link: { state: 'refused', problem: reading.problem } });
      return;
    }
    this.#open(app, reading.shared);
  }

  #open(app: Playground, shared: Shared): void {
    const before = app.work;
    const after = toWork(shared);
    // The page of the other machine opens it from the address.
    if (isArm64(before) !== isArm64(after)) {
      location.reload();
      return;
    }
    if (!this.#linked && !isSameWork(before, after)) this.#setEarlier(before);
    this.#linked = after;
    app.openLink(shared);
  }

  #write(): void {
    const work = this.#pending;
    if (!work || !schema) return;
    this.#pending = undefined;
    const shared = toShared(work);
    // Without a usable link the address is the page's: no link is better than a wrong one.
    const fragment = (shared && schema.write(shared)) ?? '';
    saveAddress(fragment);
    const { pathname, search } = location;
    history.replaceState(history.state, '', fragment ? `#${fragment}` : pathname + search);
  }
}

const isArm64 = ({ arm64 }: Work): boolean => arm64 !== undefined;

const isLarge = ({ left, right }: Work): boolean =>
  [...left, ...right].reduce((sum, { text }) => sum + text.length, 0) > LARGE;
