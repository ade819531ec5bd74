/**
 * The page's address: what stands after its `#` is the comparison.
 *
 * A link is opened when the page starts with it and whenever the address
 * becomes it; a link that this tab itself wrote is its own work, which is
 * kept in full, wrong options among it. Work that a link takes the place of
 * stays in the editors' undo and is kept until it is asked for.
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

/** What reads and writes links: loaded once there is one to read or to write. */
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

/** How often the address is written at most, in milliseconds: browsers refuse a hundred in 30 s. */
const PAUSE = 700;

/** Characters of programs from which on keeping them would hold up a key: they are kept when keys rest. */
const LARGE = 50_000;

/** For how long keys have to rest then, in milliseconds. */
const REST = 400;

export class Address {
  /** The work of the link that the page was opened with, if it can be read. */
  readonly work: Work | undefined;
  readonly #reading: Opening | undefined;
  /** The reader's work when the page was opened, until it is known whether a link replaces it. */
  #stored: Work | undefined;
  /** As long as nobody has changed it, a linked comparison is not the reader's work. */
  #linked: Work | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #rest: ReturnType<typeof setTimeout> | undefined;
  /** Large work that is not kept yet. */
  #unsaved: Work | undefined;
  #pending: Work | undefined;
  #app: Playground | undefined;
  /** The address that is being read, or was last. */
  #followed = '';

  private constructor(stored: Work | undefined, reading: Opening | undefined) {
    this.#stored = stored;
    this.#reading = reading;
    if (reading?.ok) {
      this.work = toWork(reading.shared);
      this.#linked = this.work;
    }
  }

  /** Reads the link that the page is opened with, if it is. */
  static async open(stored: Work | undefined): Promise<Address> {
    const fragment = location.hash.slice(1);
    if (fragment === '') return new Address(stored, undefined);
    const reading = read(fragment);
    return new Address(stored, stored && isOwnAddress(fragment) ? undefined : await reading);
  }

  /** Tells the page of its link, and follows the address from now on. */
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

  /** Keeps the work, and has the address follow it soon. */
  save(work: Work): void {
    const leavesLink = this.#linked !== undefined;
    if (this.#linked) {
      if (isSameWork(this.#linked, work)) return;
      this.#linked = undefined;
      // From here on the linked comparison is the reader's, and takes the place of what was stored.
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
    // A reload before the next beat would open the link again, in place of what was made of it.
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
    // Without it there is no link, and no harm: the work is kept.
    if (!schema)
      loadSchema().then(
        () => this.#write(),
        () => {},
      );
  }

  /** Writes what there is to write, and looks again after a pause until there is nothing. */
  #beat(): void {
    const isIdle = this.#pending === undefined;
    this.#write();
    this.#timer = isIdle ? undefined : setTimeout(() => this.#beat(), PAUSE);
  }

  /** Gives the reader the work from before the link. */
  restore(): void {
    const { earlier } = this.#app?.store.state ?? {};
    if (!earlier || !this.#app) return;
    this.#linked = undefined;
    forgetEarlier();
    this.#app.replaceWork(earlier);
    this.#app.store.update({ earlier: undefined, link: undefined });
  }

  #setEarlier(work: Work): void {
    saveEarlier(work);
    this.#app?.store.update({ earlier: work });
  }

  /** The address was told with the event: work may have been written into it since. */
  async #follow(app: Playground, hash: string): Promise<void> {
    const fragment = hash.slice(1);
    if (fragment === '') return;
    // What was to be written is of the address that is left.
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
    if (!this.#linked && !isSameWork(before, after)) this.#setEarlier(before);
    this.#linked = after;
    app.openLink(shared);
  }

  #write(): void {
    const work = this.#pending;
    if (!work || !schema) return;
    this.#pending = undefined;
    const shared = toShared(work);
    // Without a usable link the address is that of the page: better none than a wrong one.
    const fragment = (shared && schema.write(shared)) ?? '';
    saveAddress(fragment);
    const { pathname, search } = location;
    history.replaceState(history.state, '', fragment ? `#${fragment}` : pathname + search);
  }
}

const isLarge = ({ left, right }: Work): boolean =>
  [...left, ...right].reduce((sum, { text }) => sum + text.length, 0) > LARGE;
