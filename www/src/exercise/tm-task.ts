import { css, html, nothing } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { isSame } from '../engine/sources';
import { base } from '../kit/base';
import { download } from '../kit/download';
import { MAX_NAME } from '../links/name';
import { wholeText } from '../programs/source';
import { ExerciseComponent } from './component';
import { progressOf, taskOf } from './control';
import { messages } from './messages';
import { writeInputs } from './observing';
import { receipt } from './receipt';
import { columnStyles, formStyles } from './styles';
import '../playground/tm-crash';
import '../playground/tm-notice';
import '../programs/tm-editor';
import './tm-hints';
import './tm-outcome';
import './tm-statement';

/** A task in progress: its description, the program, the verdict, hints, the receipt. */
export class TmTask extends ExerciseComponent {
  static override styles = [
    base,
    formStyles,
    columnStyles,
    css`
      .task {
        --editor-height: 14rem;
      }

      @media (min-width: 60rem) {
        .task {
          grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
          align-items: start;
        }
      }

      .key,
      .student {
        flex: 1 1 12rem;
        min-inline-size: 0;
      }

      .key {
        font-family: var(--mono);
      }

      details pre {
        max-block-size: 12rem;
        overflow: auto;
        padding: var(--space-2) var(--space-3);
        background: var(--sunken);
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    // Captured before the editor, which does not handle tokens.
    this.addEventListener('keydown', this.#onKey, { capture: true });
  }

  override render() {
    const { at } = this.work;
    const { unsealed } = progressOf(this.work);
    const task = taskOf(this.work);
    return html`<tm-crash></tm-crash>
      <div class="task columns">
        <div class="column">
          <tm-statement
            class="panel padded"
            .task=${task}
            .asks=${this.exercise.machine.asks(task)}
            ?isPage=${this.work.sheet.title === ''}
            ?isUnsealed=${unsealed !== undefined}
          ></tm-statement>
          ${task.hints.length > 0 ? html`<tm-hints class="panel padded"></tm-hints>` : nothing}
        </div>
        <div class="column">
          ${keyed(at, html`<tm-editor .side=${'right'} .heading=${messages.yours}></tm-editor>`)}
          <tm-notice></tm-notice>
          ${this.#commands()}
          <tm-outcome></tm-outcome>
          ${this.#seal()} ${this.#handIn()}
        </div>
      </div>`;
  }

  #commands() {
    const { sealCheck } = this.work;
    const { program } = progressOf(this.work);
    const task = taskOf(this.work);
    const { isRunning } = this.app.answering;
    const isBusy = isRunning || sealCheck?.state === 'running';
    const { left, reference } = this.exercise;
    return html`<div class="row">
      ${
        task.reference.mode === 'elsewhere'
          ? nothing
          : html`<button
                type="button"
                class=${this.#isJudged() ? '' : 'primary'}
                aria-disabled=${isBusy}
                aria-keyshortcuts="Control+Enter"
                @click=${() => this.exercise.check()}
              >
                ${reference ? messages.check.open : messages.check.sealed}
              </button>
              ${
                isRunning
                  ? html`<button type="button" @click=${() => this.exercise.stop()}>
                      ${messages.stop}
                    </button>`
                  : nothing
              }`
      }
      <button
        type="button"
        aria-disabled=${isSame(program, task.start)}
        @click=${() => this.exercise.startAgain()}
      >
        ${messages.again}
      </button>
      ${left === undefined ? nothing : html`<span class="help" title=${messages.tokensHelp}>${messages.tokens(left)}</span>`}
    </div>`;
  }

  /** Whether the verdict is about the current program: then the verdict contains the next steps. */
  #isJudged(): boolean {
    const { judged, program } = progressOf(this.work);
    return judged !== undefined && isSame(judged.program, program);
  }

  #seal() {
    const { unsealed } = progressOf(this.work);
    const { reference } = taskOf(this.work);
    if (reference.mode !== 'sealed') return nothing;
    const { inputs } = reference.seal;
    return html`<div class="panel padded">
      <details>
        <summary>${messages.sealInputs(inputs.length)}</summary>
        <pre tabindex="0">${writeInputs(inputs)}</pre>
      </details>
      ${
        unsealed
          ? html`<details>
              <summary>${messages.reference}</summary>
              <pre tabindex="0">${wholeText(unsealed)}</pre>
            </details>`
          : html`<form class="row" @submit=${this.#unseal}>
              <input
                class="key"
                name="key"
                aria-label=${messages.key}
                placeholder=${messages.key}
                autocomplete="off"
                spellcheck="false"
              />
              <button>${messages.unseal}</button>
            </form>`
      }
    </div>`;
  }

  #handIn() {
    return html`<section class="panel padded" aria-labelledby="hand-in">
      <h2 id="hand-in">${messages.handIn}</h2>
      <p class="help">${messages.handInHelp}</p>
      <div class="row">
        <label for="student">${messages.student}</label>
        <input
          id="student"
          class="student"
          autocomplete="name"
          maxlength=${MAX_NAME}
          .value=${this.work.student}
          @input=${(event: Event) => this.exercise.setStudent((event.target as HTMLInputElement).value)}
        />
        <button type="button" @click=${this.#save}>${messages.save}</button>
      </div>
    </section>`;
  }

  #save(): void {
    const { at, sheet, student } = this.work;
    const progress = progressOf(this.work);
    const task = taskOf(this.work);
    const { engine } = this.state;
    const { name } = this.exercise.store.state;
    // Results for another program do not apply to this one.
    const isOf = this.#isJudged();
    const text = receipt({
      engine: engine?.version ?? '',
      exercise: name,
      title: sheet.title,
      at,
      task,
      named: (inputs) => this.exercise.machine.named(task, inputs),
      student,
      progress: isOf ? progress : { ...progress, judged: undefined },
    });
    download(messages.file(at, student), new Blob([text], { type: 'application/json' }));
  }

  readonly #unseal = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    this.exercise.unseal(String(new FormData(form).get('key') ?? ''));
  };

  readonly #onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    this.exercise.check();
  };
}

customElements.define('tm-task', TmTask);
