/**
 * The work of each tab, in the storage shared by all tabs of a browser. Each tab writes under its
 * own name only, so none overwrites another's work; the work of a closed tab can be restored in any
 * other. A tab keeps its name over reloads. A duplicated tab has its original's name as well; a
 * lock, which only one of them gets, distinguishes them.
 */

const NAME = 'tamarin.tab';
const PREFIX = 'tamarin.tab.';

/**
 * Number of tabs whose work is kept. The oldest are dropped first, and earlier if there is no room.
 */
const KEPT = 8;

export interface Shelved {
  /** The time of storing, in milliseconds since 1970. */
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

  /** Stores the work of this tab. Throws if there is no room even without the others'. */
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

  /** The work of other tabs, open or closed, newest first. */
  others(): Shelved[] {
    const names = this.#names().filter((name) => name !== this.#name);
    return names.flatMap((name) => this.#read(name) ?? []);
  }

  /** The tabs with stored work, newest work first. */
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
    // The lock is held as long as the page exists.
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
