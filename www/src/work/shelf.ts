/**
 * The work of each tab, in the storage that all tabs of a browser share.
 *
 * Each tab writes under its own name only, so none overwrites another's work;
 * what a tab that is gone held can be taken back from any other. A tab keeps
 * its name over reloads. One that was duplicated has the name of its original
 * as well, and a lock, which one of them gets, tells them apart.
 */

const NAME = 'tamarin.tab';
const PREFIX = 'tamarin.tab.';

/** Tabs whose work is kept. The oldest go first, and earlier if there is no room. */
const KEPT = 8;

export interface Shelved {
  /** When it was put there, in milliseconds since 1970. */
  time: number;
  text: string;
}

export class Shelf {
  readonly #own: Storage;
  readonly #shared: Storage;
  #name: string;

  constructor(own: Storage, shared: Storage) {
    this.#own = own;
    this.#shared = shared;
    this.#name = own.getItem(NAME) ?? this.#rename();
    this.#claim();
  }

  /** Keeps the work of this tab. Throws if there is no room even without the others'. */
  put(text: string): void {
    const entry = JSON.stringify({ time: Date.now(), text } satisfies Shelved);
    const others = this.#names().filter((name) => name !== this.#name);
    for (const name of others.slice(KEPT - 1)) this.#shared.removeItem(PREFIX + name);
    const left = others.slice(0, KEPT - 1);
    for (;;) {
      try {
        this.#shared.setItem(PREFIX + this.#name, entry);
        return;
      } catch (error) {
        const oldest = left.pop();
        if (oldest === undefined) throw error;
        this.#shared.removeItem(PREFIX + oldest);
      }
    }
  }

  /** What other tabs hold or held, the newest first. */
  others(): Shelved[] {
    const names = this.#names().filter((name) => name !== this.#name);
    return names.flatMap((name) => this.#read(name) ?? []);
  }

  /** The tabs that have work here, the newest work first. */
  #names(): string[] {
    const keys = Array.from({ length: this.#shared.length }, (_, at) => this.#shared.key(at) ?? '');
    const names = keys
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => key.slice(PREFIX.length));
    const time = (name: string) => this.#read(name)?.time ?? 0;
    return names.sort((a, b) => time(b) - time(a));
  }

  #read(name: string): Shelved | undefined {
    try {
      const entry: unknown = JSON.parse(this.#shared.getItem(PREFIX + name) ?? '');
      const { time, text } = entry as Partial<Shelved>;
      return typeof time === 'number' && typeof text === 'string' ? { time, text } : undefined;
    } catch {
      return undefined;
    }
  }

  #rename(): string {
    this.#name = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
    this.#own.setItem(NAME, this.#name);
    return this.#name;
  }

  #claim(): void {
    // The lock is held as long as the page is there.
    navigator.locks
      ?.request(PREFIX + this.#name, { ifAvailable: true }, (lock) => {
        if (lock) return new Promise(() => {});
        this.#rename();
        this.#claim();
        return undefined;
      })
      .catch(() => {});
  }
}
