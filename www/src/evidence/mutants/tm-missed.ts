import { css, html, nothing } from 'lit';

import { Component } from '../../app/component';
import { namesOf } from '../../comparison/contract';
import type { Inputs, MutationView } from '../../engine/types';
import { base } from '../../kit/base';
import { list } from '../../kit/phrases';
import { prose } from '../../kit/prose';
import { mutants as messages } from './messages';
import { partStyles } from './styles';
import { initialTesting, isOf, knownOf, type Looking, MAX_TESTS } from './testing';
import './tm-found';

/** Lines that are told to be wrong at once. */
const PROBLEMS = 8;

/** The tests of a program, and what they miss. */
export class TmMissed extends Component {
  static override properties = { said: { state: true } };

  static override styles = [
    base,
    partStyles,
    css`
      .field {
        display: grid;
        gap: 0.25rem;
        margin-block: 0.5rem;
        max-inline-size: 40rem;
      }

      .field label {
        font-size: var(--text-s);
        font-weight: 600;
      }

      textarea {
        inline-size: 100%;
        block-size: 7rem;
        padding: 0.375rem 0.75rem;
        color: inherit;
        background: var(--surface);
        border: 1px solid var(--control);
        border-radius: var(--radius-m);
        font-family: var(--mono);
        font-size: var(--text-s);
        resize: vertical;
      }

      textarea[aria-invalid='true'] {
        border-color: var(--differ);
        box-shadow: inset 0 0 0 1px var(--differ);
      }

      textarea.drop {
        outline: 2px dashed var(--accent);
      }

      .wrong {
        margin-block: 0.25rem;
        color: var(--differ);
        font-size: var(--text-s);
      }

      .state {
        margin-block: 0.5rem;
      }
    `,
  ];

  /** What was said of the last thing that was done. */
  declare said: string;

  readonly #seen = this.watch((state) => [state.testing, state.programs, state.options] as const);

  constructor() {
    super();
    this.said = '';
  }

  override render() {
    const [testing = initialTesting, programs] = this.#seen.value;
    const { looking, tests, side } = testing;
    const problems = looking?.state === 'refused' ? looking.problems : [];
    const isRunning = looking?.state === 'running';
    const view = knownOf(looking);
    const now = isOf(testing, programs[side]);
    return html`<p>${messages.intro}</p>
      <div class="field">
        <label for="tests">${messages.inputs(list(namesOf(this.app.options.contract)))}</label>
        <textarea
          id="tests"
          spellcheck="false"
          autocapitalize="off"
          placeholder=${messages.example}
          aria-invalid=${problems.length > 0 && now.tests}
          aria-describedby="tests-help problems"
          .value=${tests}
          @input=${this.#typed}
          @dragover=${this.#over}
          @dragleave=${this.#out}
          @drop=${this.#drop}
        ></textarea>
        <p class="help" id="tests-help">${messages.openHelp}</p>
      </div>
      <div id="problems" class="wrong" ?hidden=${problems.length === 0}>
        <p>${messages.problems(problems.length)}</p>
        <ul>
          ${problems
            .slice(0, PROBLEMS)
            .map(({ line, message }) => html`<li>${prose(messages.problem(line, message))}</li>`)}
          ${problems.length > PROBLEMS ? html`<li>${messages.moreProblems(problems.length - PROBLEMS)}</li>` : nothing}
        </ul>
      </div>
      <div class="tools">
        <button type="button" class="primary" @click=${this.#look}>${messages.look}</button>
        ${
          isRunning
            ? html`<button type="button" aria-label=${messages.stopLabel} @click=${this.#stop}>
                ${messages.stop}
              </button>`
            : nothing
        }
        <button type="button" @click=${this.#choose}>${messages.open}</button>
        <input type="file" hidden accept=".csv,.txt,text/csv,text/plain" @change=${this.#chosen} />
      </div>
      <p class="unseen" role="status">${this.said || spoken(looking)}</p>
      <div class="state">${state(looking)}</div>
      ${view && !now.program ? html`<p class="notice">${messages.changed.program}</p>` : nothing}
      ${view && now.program && !now.tests ? html`<p class="notice">${messages.changed.tests}</p>` : nothing}
      ${view ? html`<tm-found .view=${view} .isRunning=${isRunning} .add=${this.#add}></tm-found>` : nothing}`;
  }

  readonly #typed = async (event: Event) => {
    const { value } = event.target as HTMLTextAreaElement;
    this.said = '';
    (await this.app.testing()).write(value);
  };

  readonly #look = async () => {
    this.said = '';
    const { contract, fuel } = this.app.options;
    const { testing = initialTesting, programs } = this.app.store.state;
    await (await this.app.testing()).look(programs[testing.side], contract, fuel);
    const { looking } = this.app.store.state.testing ?? initialTesting;
    // The errors are read out where they are to be mended.
    if (looking?.state === 'refused') this.#area?.focus();
  };

  readonly #stop = async () => (await this.app.testing()).stop();

  /** Takes inputs among the tests. */
  readonly #add = async (inputs: readonly Inputs[], words: string) => {
    await (await this.app.testing()).add(inputs, this.app.options.contract);
    this.said = words;
  };

  readonly #choose = () => this.renderRoot.querySelector<HTMLElement>('input[type=file]')?.click();

  readonly #chosen = async (event: Event) => {
    const input = event.target as HTMLInputElement;
    const [file] = input.files ?? [];
    if (file) await this.#open(file);
    input.value = '';
  };

  readonly #over = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    // Whatever else takes files on this page is not meant.
    event.preventDefault();
    event.stopPropagation();
    this.#area?.classList.add('drop');
  };

  readonly #out = () => this.#area?.classList.remove('drop');

  readonly #drop = async (event: DragEvent) => {
    this.#out();
    const [file] = event.dataTransfer?.files ?? [];
    if (!file) return;
    event.preventDefault();
    event.stopPropagation();
    await this.#open(file);
  };

  /** Puts a file in the place of the tests, where undo brings back what was there. */
  async #open(file: File): Promise<void> {
    const area = this.#area;
    if (!area) return;
    if (file.size > MAX_TESTS) {
      this.said = messages.tooLarge(file.name);
      return;
    }
    try {
      const decoder = new TextDecoder('utf-8', { fatal: true });
      const text = decoder.decode(await file.arrayBuffer()).replaceAll(/\r\n?/g, '\n');
      area.focus();
      area.select();
      // The only way to write into a field that undo knows of.
      if (!document.execCommand('insertText', false, text)) area.setRangeText(text);
      (await this.app.testing()).write(area.value);
      this.said = messages.opened(file.name);
    } catch {
      this.said = messages.unreadable(file.name);
    }
  }

  get #area(): HTMLTextAreaElement | null {
    return this.renderRoot.querySelector('textarea');
  }
}

/** What is seen of how it stands. */
function state(looking: Looking | undefined) {
  switch (looking?.state) {
    case 'running':
      return html`<p>${messages.looking}${progress(looking)} …</p>`;
    case 'stopped':
      return html`<p class="notice">${messages.stopped}</p>`;
    case 'ended':
      return looking.view.cut ? html`<p class="notice">${messages.stopped}</p>` : nothing;
    case 'failed':
      return html`<p class="wrong">${prose(messages.failed(looking.message))}</p>`;
    default:
      return nothing;
  }
}

function progress({ known }: Extract<Looking, { state: 'running' }>): string {
  if (!known) return '';
  const { tried, of, proofs } = known.progress;
  return `: ${messages.progress(tried, of ?? tried, proofs)}`;
}

/** What is said aloud; not each step of the way. */
function spoken(looking: Looking | undefined): string {
  switch (looking?.state) {
    case 'running':
      return messages.looking;
    case 'stopped':
      return messages.stopped;
    case 'ended':
      return said(looking.view);
    case 'refused':
      return messages.problems(looking.problems.length);
    case 'failed':
      return messages.failed(looking.message);
    default:
      return '';
  }
}

const said = ({ says, cut }: MutationView): string => (cut ? `${messages.stopped} ${says}` : says);

customElements.define('tm-missed', TmMissed);
