/**
 * The page's address: what stands after its `#` is the comparison.
 *
 * A link is opened when the page starts with it and whenever the address
 * becomes it; a link that this tab itself wrote is its own work, which is
 * kept in full, wrong options among it. Work that a link takes the place of
 * stays in the editors' undo and is kept until it is asked for.
 */

import type { Playground } from '../playground';
import {
  forgetEarlier,
  isOwnAddress,
  loadEarlier,
  saveAddress,
  saveEarlier,
  saveWork,
  type Work,
} from '../storage';
import { isSameWork, toShared, toWork } from './opening';
import { type Reading, read, type Shared, write } from './schema';

/** How often the address is written at most, in milliseconds: browsers refuse a hundred in 30 s. */
const PAUSE = 700;

export class Address {
  /** The work of the link that the page was opened with, if it can be read. */
  readonly work: Work | undefined;
  readonly #reading: Reading | undefined;
  /** The reader's work when the page was opened, until it is known whether a link replaces it. */
  #stored: Work | undefined;
  /** As long as nobody has changed it, a linked comparison is not the reader's work. */
  #linked: Work | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pending: Work | undefined;
  #app: Playground | undefined;

  constructor(stored: Work | undefined) {
    this.#stored = stored;
    const fragment = location.hash.slice(1);
    if (fragment === '' || (stored && isOwnAddress(fragment))) return;
    this.#reading = read(fragment);
    if (this.#reading.ok) {
      this.work = toWork(this.#reading.shared);
      this.#linked = this.work;
    }
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
    addEventListener('hashchange', () => this.#follow(app));
    addEventListener('pagehide', () => this.#write());
  }

  /** Keeps the work, and has the address follow it soon. */
  save(work: Work): void {
    if (this.#linked) {
      if (isSameWork(this.#linked, work)) return;
      this.#linked = undefined;
      // From here on the linked comparison is the reader's, and takes the place of what was stored.
      if (this.#stored) this.#setEarlier(this.#stored);
      this.#app?.store.update({ link: undefined });
    }
    this.#stored = work;
    saveWork(work);
    this.#pending = work;
    if (this.#timer === undefined) this.#beat();
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

  #follow(app: Playground): void {
    const fragment = location.hash.slice(1);
    if (fragment === '') return;
    // What was to be written is of the address that is left.
    this.#pending = undefined;
    const reading = read(fragment);
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
    this.#pending = undefined;
    if (!work) return;
    const shared = toShared(work);
    // Without a usable link the address is that of the page: better none than a wrong one.
    const fragment = (shared && write(shared)) ?? '';
    saveAddress(fragment);
    const { pathname, search } = location;
    history.replaceState(history.state, '', fragment ? `#${fragment}` : pathname + search);
  }
}
