import { type FromZ3, type ToZ3, Z3Failure } from './protocol';

/** A running z3-worker.js, in a browser or in Node. */
export interface Z3Thread {
  post(message: ToZ3): void;
  terminate(): void;
}

export type SpawnZ3 = (
  receive: (message: FromZ3) => void,
  failed: (message: string) => void,
) => Z3Thread;

interface Question {
  id: number;
  timer: ReturnType<typeof setTimeout>;
  resolve(output: string): void;
  reject(failure: Z3Failure): void;
}

/** One z3 worker from its start to its end; after that it answers nothing. */
export class Z3Session {
  /** Resolves when z3 is ready; rejects if it ends before that. */
  readonly ready: Promise<void>;
  readonly #thread: Z3Thread;
  readonly #startTimer: ReturnType<typeof setTimeout>;
  #started: () => void = () => {};
  #refused: (failure: Z3Failure) => void = () => {};
  #isReady = false;
  /** Why it ended, once it has. */
  #ended: Z3Failure | undefined;
  #question: Question | undefined;
  #lastId = 0;

  constructor(
    spawn: SpawnZ3,
    start: { script: string; module: WebAssembly.Module },
    timeout: number,
  ) {
    this.ready = new Promise((resolve, reject) => {
      this.#started = resolve;
      this.#refused = reject;
    });
    // Awaiting callers see the rejection; without any it is not an error.
    this.ready.catch(() => {});
    this.#startTimer = setTimeout(() => this.#failed('it took too long'), timeout);
    this.#thread = spawn(
      (message) => this.#receive(message),
      (message) => this.#failed(message),
    );
    this.#thread.post({ type: 'start', ...start } satisfies ToZ3);
  }

  get ended(): boolean {
    return this.#ended !== undefined;
  }

  /** Whether it works on a script. */
  get isBusy(): boolean {
    return this.#question !== undefined;
  }

  /** Runs one script once z3 is ready; the previous one must have been answered. */
  evaluate(text: string, timeout: number): Promise<string> {
    return new Promise((resolve, reject) => {
      // It may have ended since it became ready.
      if (this.#ended) return reject(this.#ended);
      const id = ++this.#lastId;
      const timer = setTimeout(() => {
        this.end(new Z3Failure('Z3Timeout', `z3 gave no answer in ${timeout / 1000} s`));
      }, timeout);
      this.#question = { id, timer, resolve, reject };
      this.#thread.post({ type: 'evaluate', id, text } satisfies ToZ3);
    });
  }

  /** Ends the worker, and rejects what waits for it. */
  end(failure: Z3Failure): void {
    if (this.ended) return;
    this.#ended = failure;
    this.#thread.terminate();
    clearTimeout(this.#startTimer);
    this.#refused(failure);
    this.#takeQuestion()?.reject(failure);
  }

  #receive(message: FromZ3): void {
    if (this.ended) return;
    switch (message.type) {
      case 'ready':
        clearTimeout(this.#startTimer);
        this.#isReady = true;
        this.#started();
        break;
      case 'answer':
        if (message.id === this.#question?.id) this.#takeQuestion()?.resolve(message.output);
        break;
      case 'died':
        this.#failed(message.message);
        break;
      default:
        message satisfies never;
    }
  }

  #failed(message: string): void {
    this.end(
      this.#isReady
        ? new Z3Failure('Z3Died', `z3 ended unexpectedly: ${message}`)
        : new Z3Failure('Z3Unavailable', `z3 could not be started: ${message}`, 'start'),
    );
  }

  #takeQuestion(): Question | undefined {
    const question = this.#question;
    this.#question = undefined;
    clearTimeout(question?.timer);
    return question;
  }
}
