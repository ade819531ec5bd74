import { css, html, nothing } from 'lit';
import type { MutationView } from '../../engine/types';
import { base } from '../../kit/base';
import { list } from '../../kit/phrases';
import { prose } from '../../kit/prose';
import { dropped, fill, overFiles, textFieldStyles, textOf } from '../../kit/text-field';
import { Component } from '../../playground/component';
import { mutants as messages } from './messages';
import { partStyles } from './styles';
import type { Tried } from './tested';
import { initialTesting, isOf, knownOf, type Looking, MAX_TESTS } from './testing';
import './tm-found';
import './tm-others';

/** Maximum number of invalid lines reported at once. */
const PROBLEMS = 8;

/** The tests of a program, and what they miss. */
export class TmMissed extends Component {
  static override properties = { said: { state: true }, unread: { state: true } };

  static override styles = [
    base,
    partStyles,
    textFieldStyles,
    css`
      .state {
        margin-block: var(--space-2);
      }
    `,
  ];

  /** The announcement for the last action. */
  declare said: string;
  /** Why the last opened files are not programs. */
  declare unread: readonly string[];

  constructor() {
    super();
    this.said = '';
    this.unread = [];
  }

  override render() {
    const { testing = initialTesting, programs } = this.state;
    const { looking, tests, side } = testing;
    const { tested: machine } = this.app.searches;
    const problems = looking?.state === 'refused' ? looking.problems : [];
    const isRunning = looking?.state === 'running';
    const view = knownOf(looking);
    const now = isOf(testing, programs[side]);
    return html`<p>${messages.intro}</p>
      <div
        class="given"
        @dragover=${this.#over}
        @dragleave=${this.#out}
        @drop=${this.#drop}
      >
      <div class="field">
        <label for="tests">${messages.inputs(list(machine.names()))}</label>
        <textarea
          id="tests"
          spellcheck="false"
          autocapitalize="off"
          placeholder=${machine.example()}
          aria-invalid=${problems.length > 0 && now.tests}
          aria-describedby="tests-help problems"
          .value=${tests}
          @input=${this.#typed}
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
      <tm-others .add=${this.#addOthers} .problems=${this.unread}></tm-others>
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
      ${view && now.program && now.tests && !now.others ? html`<p class="notice">${messages.changed.others}</p>` : nothing}
      ${view ? html`<tm-found .view=${view} .machine=${machine} .isRunning=${isRunning} .add=${this.#add}></tm-found>` : nothing}`;
  }

  readonly #typed = async (event: Event) => {
    const { value } = event.target as HTMLTextAreaElement;
    this.said = '';
    (await this.app.searches.testing()).write(value);
  };

  readonly #look = async () => {
    this.said = '';
    const { testing = initialTesting, programs } = this.app.store.state;
    await (await this.app.searches.testing()).look(programs[testing.side]);
    const { looking } = this.app.store.state.testing ?? initialTesting;
    // The errors are announced where they can be corrected.
    if (looking?.state === 'refused') this.#area?.focus();
  };

  readonly #stop = async () => (await this.app.searches.testing()).stop();

  /** Adds inputs to the tests. */
  readonly #add = async (inputs: readonly Tried[], words: string) => {
    await (await this.app.searches.testing()).add(inputs);
    this.said = words;
  };

  readonly #choose = () => this.renderRoot.querySelector<HTMLElement>('input[type=file]')?.click();

  readonly #chosen = async (event: Event) => {
    const input = event.target as HTMLInputElement;
    const [file] = input.files ?? [];
    if (file) await this.#open(file);
    input.value = '';
  };

  readonly #over = (event: DragEvent) => overFiles(event, this.#given);

  readonly #out = () => this.#given?.classList.remove('drop');

  /** A table contains tests; any other file is a program. */
  readonly #drop = async (event: DragEvent) => {
    const files = dropped(event, this.#given);
    const isTable = ({ name }: File) => /\.(?:csv|txt)$/i.test(name);
    const programs = files.filter((file) => !isTable(file));
    if (programs.length > 0) await this.#addOthers(programs);
    const table = files.find(isTable);
    if (table) await this.#open(table);
  };

  readonly #addOthers = async (files: readonly File[]) => {
    this.unread = await (await this.app.searches.testing()).addOthers(files);
    const { others } = this.app.store.state.testing ?? initialTesting;
    this.said = [...this.unread, messages.othersAdded(others.length)].join(' ');
  };

  /** Replaces the tests by a file; undo restores them. */
  async #open(file: File): Promise<void> {
    const area = this.#area;
    if (!area) return;
    if (file.size > MAX_TESTS) {
      this.said = messages.tooLarge(file.name);
      return;
    }
    try {
      fill(area, await textOf(file));
      (await this.app.searches.testing()).write(area.value);
      this.said = messages.opened(file.name);
    } catch {
      this.said = messages.unreadable(file.name);
    }
  }

  get #given(): HTMLElement | null {
    return this.renderRoot.querySelector('.given');
  }

  get #area(): HTMLTextAreaElement | null {
    return this.renderRoot.querySelector('textarea');
  }
}

/** The visible status. */
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

/** The announced status, without every step of progress. */
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
