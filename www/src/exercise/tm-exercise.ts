import { ContextProvider } from '@lit/context';
import { css, html, LitElement, nothing } from 'lit';
import { base } from '../kit/base';
import { renderTabs, tabStyles } from '../kit/tabs';
import { playgroundContext } from '../playground/component';
import { wholeText } from '../programs/source';
import { exerciseContext } from './component';
import { ExerciseControl } from './control';
import type { Worksheet } from './exercise';
import type { ExerciseMachine } from './machine';
import { messages } from './messages';
import { nameOf } from './sealing';
import { initialProgress, loadProgress, loadStudent, saveProgress, saveStudent } from './state';
import './tm-statement';
import './tm-task';

/** A worksheet, on a page of its own or in a frame, where nothing is loaded or stored unasked. */
export class TmExercise extends LitElement {
  static override properties = {
    sheet: { attribute: false },
    machine: { attribute: false },
    essence: {},
    isFramed: { type: Boolean },
    control: { state: true },
    at: { state: true },
  };

  static override styles = [
    base,
    tabStyles,
    css`
      h1 {
        margin: 0 0 var(--space-3);
        font-size: var(--text-title);
        overflow-wrap: anywhere;
      }

      .tabs {
        margin-block-end: var(--space-4);
      }

      .still {
        display: grid;
        gap: var(--space-4);
        grid-template-columns: minmax(0, 1fr);
      }

      .still > * {
        padding: var(--space-3) var(--space-4);
      }

      pre {
        margin: 0;
        overflow: auto;
        max-block-size: 20rem;
        tab-size: 4;
      }
    `,
  ];

  declare sheet: Worksheet | undefined;
  /** The machine of its programs. */
  declare machine: ExerciseMachine | undefined;
  /** Its form in the link. */
  declare essence: string;
  declare isFramed: boolean;
  declare control: ExerciseControl | undefined;
  declare at: number;

  readonly #playground = new ContextProvider(this, { context: playgroundContext });
  readonly #exercise = new ContextProvider(this, { context: exerciseContext });

  constructor() {
    super();
    this.sheet = undefined;
    this.machine = undefined;
    this.essence = '';
    this.isFramed = false;
    this.control = undefined;
    this.at = 0;
  }

  override firstUpdated(): void {
    if (!this.isFramed) this.#work();
  }

  override render() {
    const { sheet, control, at, machine } = this;
    const task = sheet?.tasks[at];
    if (!sheet || !task || !machine) return nothing;
    return html`${sheet.title ? html`<h1>${sheet.title}</h1>` : nothing}
      ${
        sheet.tasks.length > 1
          ? renderTabs(
              sheet.tasks.map(({ title }, index) => ({
                id: String(index),
                label: title || messages.task(index + 1),
              })),
              String(at),
              messages.tasks,
              undefined,
              (id) => this.#show(Number(id)),
            )
          : nothing
      }
      ${
        control
          ? html`<tm-task></tm-task>`
          : html`<div class="still">
              <tm-statement class="panel" .task=${task} .asks=${machine.asks(task)} ?isPage=${sheet.title === ''}></tm-statement>
              <div class="panel" role="region" tabindex="0" aria-label=${messages.code}>
                <pre>${wholeText(task.start)}</pre>
              </div>
              <button type="button" class="primary" @click=${this.#work} ?hidden=${!this.isFramed}>
                ${messages.start}
              </button>
            </div>`
      }`;
  }

  #show(at: number): void {
    this.control?.show(at);
    this.at = this.control?.store.state.at ?? at;
  }

  async #work(): Promise<void> {
    const { sheet, machine, isFramed } = this;
    if (!sheet || !machine || this.control) return;
    const name = await nameOf(this.essence);
    // A page in a frame stores nothing.
    const control = new ExerciseControl({
      sheet,
      name,
      progress: isFramed ? initialProgress(sheet) : loadProgress(sheet, name),
      machine,
      student: isFramed ? '' : loadStudent(),
      keepStudent: (student) => {
        if (!isFramed) saveStudent(student);
      },
      keep: (progress) => {
        if (!isFramed) saveProgress(name, progress, Date.now());
      },
    });
    this.#exercise.setValue(control);
    this.#playground.setValue(control.app);
    control.show(this.at);
    this.control = control;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'tm-exercise': TmExercise;
  }
}

customElements.define('tm-exercise', TmExercise);
