import { html, nothing } from 'lit';

import { base } from '../../kit/base';
import type { Dialog } from '../../kit/lazy-dialog';
import { Component } from '../../playground/component';
import { loadTutorial, saveEarlier, saveTutorial, type Work } from '../../work/storage';
import { givenBy, type Lesson, lessonsOf, nameOf, type Step } from './lessons';
import type { Pair, TutorialMachine } from './machine';
import { machineOf } from './machines';
import { tutorial as messages } from './messages';
import { styles } from './styles';

/**
 * A tour of three pairs of programs. It is shown beside the page, which remains usable, and ticks
 * off the reader's steps there; a reader who leaves can continue later.
 */
export class TmTutorial extends Component implements Dialog {
  static override properties = {
    machine: { state: true },
    at: { state: true },
    done: { state: true },
    hasTried: { state: true },
  };

  static override styles = [base, styles];

  /** Undefined until it is shown first. */
  declare machine: TutorialMachine | undefined;
  declare at: number;
  /** The names of the steps done so far. */
  declare done: ReadonlySet<string>;
  declare hasTried: boolean;

  #lessons: readonly Lesson[] = [];
  /** The reader's own work in the editors before the tutorial, if any. */
  #before: Work | undefined;
  /** The last step done, for a screen reader. */
  #latest = '';

  constructor() {
    super();
    this.machine = undefined;
    this.done = new Set();
    this.at = 0;
    this.hasTried = false;
  }

  get #lesson(): Lesson {
    return this.#lessons[this.at] ?? (this.#lessons[0] as Lesson);
  }

  /** Continues where the reader was. */
  async #begin(): Promise<void> {
    const machine = await machineOf(this.app);
    this.#lessons = lessonsOf(machine);
    const stored = loadTutorial(machine.name);
    this.done = new Set(stored.done);
    this.at = Math.max(
      0,
      this.#lessons.findIndex(({ id }) => id === stored.lesson),
    );
    this.machine = machine;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('tried', this.#onTried);
  }

  override disconnectedCallback(): void {
    window.removeEventListener('tried', this.#onTried);
    super.disconnectedCallback();
  }

  readonly #onTried = () => {
    this.hasTried = true;
  };

  override willUpdate(): void {
    const { machine, hasTried } = this;
    if (!machine || !this.#dialog?.open) return;
    const lesson = this.#lesson;
    const did = { ...machine.seen(this.app), hasTried };
    const fresh = lesson.steps.filter(
      (step) => !this.done.has(nameOf(lesson, step)) && step.isDone(did),
    );
    if (fresh.length === 0) return;
    this.done = new Set([...this.done, ...fresh.map((step) => nameOf(lesson, step))]);
    this.#latest = fresh.map(({ text }) => `${messages.done} ${plain(text)}`).join(' ');
    this.#keep();
  }

  override render() {
    if (!this.machine) return nothing;
    const lessons = this.#lessons;
    const lesson = this.#lesson;
    const isLast = this.at === lessons.length - 1;
    const isDone = lesson.steps.every((step) => this.#isDone(lesson, step));
    return html`<dialog aria-labelledby="title" @keydown=${this.#onKey}>
      <details open>
        <summary>
          ${messages.title}
          <span class="muted">${messages.progress(this.done.size, countOf(lessons))}</span>
        </summary>
        <p class="muted">${messages.lesson(this.at + 1, lessons.length)}</p>
        <h2 id="title" tabindex="-1">${lesson.title}</h2>
        <p>${marked(lesson.text)}</p>
        <ol>
          ${lesson.steps.map((step) => this.#step(lesson, step))}
        </ol>
        <p class="after">${isDone ? marked(lesson.after) : nothing}</p>
        <p class="unseen" role="status">${this.#latest}</p>
        <div class="buttons">
          ${isLast ? nothing : html`<button type="button" @click=${this.#leave}>${messages.leave}</button>`}
          ${
            lesson.pair
              ? html`<button type="button" @click=${() => this.#load(lesson)}>${messages.reset}</button>`
              : nothing
          }
          ${
            this.at > 0
              ? html`<button type="button" @click=${() => this.#go(this.at - 1)}>${messages.back}</button>`
              : nothing
          }
          ${
            isLast
              ? html`<button type="button" class="primary" @click=${this.#leave}>${messages.end}</button>`
              : html`<button
                  type="button"
                  class=${isDone ? 'primary' : ''}
                  @click=${() => this.#go(this.at + 1)}
                >
                  ${messages.next}
                </button>`
          }
        </div>
      </details>
    </dialog>`;
  }

  #step(lesson: Lesson, step: Step) {
    const isDone = this.#isDone(lesson, step);
    return html`<li data-step=${nameOf(lesson, step)} ?data-done=${isDone}>
      <span class="tick" aria-hidden="true">${isDone ? '✓' : '○'}</span>
      <span><span class="unseen">${isDone ? messages.done : messages.toDo} </span>${marked(step.text)}</span>
    </li>`;
  }

  async show(): Promise<void> {
    if (!this.machine) await this.#begin();
    await this.updateComplete;
    if (this.#dialog?.open) return;
    this.#dialog?.show();
    const { work } = this.app;
    if (this.#isOwn(work)) {
      this.#before = work;
      // Saved, so that the page offers it as earlier work after a reload.
      if (!this.app.store.state.earlier) saveEarlier(work);
    }
    this.#go(this.at);
  }

  get #dialog(): HTMLDialogElement | null {
    return this.renderRoot.querySelector('dialog');
  }

  #isDone(lesson: Lesson, step: Step): boolean {
    return this.done.has(nameOf(lesson, step));
  }

  #go(at: number): void {
    this.at = at;
    this.#latest = '';
    this.#keep();
    this.#load(this.#lesson);
    // The page's state is not followed while the card is closed.
    this.requestUpdate();
    this.updateComplete.then(() => this.renderRoot.querySelector('h2')?.focus());
  }

  /** Opens a lesson's programs in the editors; for the last lesson, the reader's own. */
  #load({ pair }: Lesson): void {
    this.hasTried = false;
    this.app.stop();
    if (pair && this.machine) this.app.replaceWork(this.machine.work(pair));
    else this.#giveBack();
  }

  #giveBack(): void {
    if (!this.#before) return;
    this.app.replaceWork(this.#before);
    if (!this.app.store.state.earlier) this.app.forgetEarlier();
    this.#before = undefined;
  }

  readonly #leave = (): void => {
    this.#dialog?.close();
    if (this.#lesson.pair) this.#giveBack();
  };

  #onKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    this.#leave();
  }

  #keep(): void {
    const { machine, done } = this;
    if (machine) saveTutorial(machine.name, { lesson: this.#lesson.id, done: [...done] });
  }

  /** Whether programs are the reader's: neither an example nor a lesson's. */
  #isOwn(work: Work): boolean {
    const text = ({ left, right }: Pair) => JSON.stringify([left, right]);
    const given = this.machine ? givenBy(this.machine) : [];
    return given.every((pair) => text(pair) !== text(work));
  }
}

const countOf = (all: readonly Lesson[]) => all.reduce((sum, { steps }) => sum + steps.length, 0);

/** Renders a text with button names between stars, and code between backticks. */
const marked = (text: string) =>
  text.split(/([*`][^*`]+[*`])/).map((part) => {
    const inner = part.slice(1, -1);
    if (part.startsWith('*')) return html`<b>${inner}</b>`;
    return part.startsWith('`') ? html`<code>${inner}</code>` : part;
  });

const plain = (text: string) => text.replaceAll(/[*`]/g, '');

customElements.define('tm-tutorial', TmTutorial);
