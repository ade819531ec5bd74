import { ContextProvider } from '@lit/context';
import { css, html, nothing } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { base } from '../../kit/base';
import { SignalElement } from '../../kit/signal-element';
import { renderTabs, tabStyles } from '../../kit/tabs';
import { MAX_NAME } from '../../links/name';
import { playgroundContext } from '../../playground/component';
import { MAX_HINTS, referenceModes, type Task } from '../exercise';
import { messages as all } from '../messages';
import { write } from '../schema';
import { columnStyles, formStyles } from '../styles';
import type { AuthorControl } from './control';
import { askedBy, draftTask } from './control';
import { finish, isSealed, readTokens } from './draft';
import '../../playground/tm-crash';
import '../../playground/tm-notice';
import '../../kit/tm-address';
import '../../kit/tm-copy';
import '../../programs/tm-editor';
import '../tm-statement';
import './tm-hint-list';

const messages = all.author;

/** The form to make an exercise, with a preview and its link. */
export class TmAuthor extends SignalElement {
  static override properties = { control: { attribute: false } };

  static override styles = [
    base,
    tabStyles,
    formStyles,
    columnStyles,
    css`
      h1 {
        margin: 0 0 var(--space-1);
        font-size: var(--text-title);
      }

      .intro {
        max-inline-size: 75ch;
        margin-block-end: var(--space-4);
      }

      .form {
        --editor-height: 10rem;
      }

      @media (min-width: 60rem) {
        .form {
          grid-template-columns: repeat(2, minmax(0, 1fr));
          align-items: start;
        }

        /* The result is beside the text being typed. */
        .column:last-child {
          position: sticky;
          inset-block-start: 1rem;
          max-block-size: calc(100dvh - 2rem);
          overflow: auto;
        }
      }

      a {
        color: var(--accent);
      }

      .text {
        min-block-size: 10rem;
      }

      fieldset {
        margin: 0;
        padding: var(--space-2) var(--space-4) var(--space-3);
        border: 1px solid var(--line);
        border-radius: var(--radius-l);
      }

      legend {
        font-weight: 600;
        font-size: var(--text-body);
      }

      .link {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: var(--space-2);
      }

      .wide {
        flex: 1 1 16rem;
        min-inline-size: 0;
        font-family: var(--mono);
        font-size: var(--text-note);
      }

      .tasks {
        display: flex;
        flex-wrap: wrap;
        align-items: end;
        gap: var(--space-2) var(--space-4);
        margin-block-end: var(--space-4);
      }
    `,
  ];

  /** Set once, before the element is connected. */
  declare control: AuthorControl;

  readonly #playground = new ContextProvider(this, { context: playgroundContext });

  override connectedCallback(): void {
    this.#playground.setValue(this.control.app);
    super.connectedCallback();
  }

  override render() {
    const { draft, at } = this.control.store.state;
    return html`<h1>${messages.title}</h1>
      <p class="intro">${messages.intro}</p>
      <tm-crash></tm-crash>
      <div class="tasks">
        ${
          draft.tasks.length > 1
            ? html`${this.#field('sheet', messages.sheet, draft.title, (text) => this.control.setTitle(text))}
                ${renderTabs(
                  draft.tasks.map(({ title }, index) => ({
                    id: String(index),
                    label: title || all.task(index + 1),
                  })),
                  String(at),
                  all.tasks,
                  undefined,
                  (id) => this.control.show(Number(id)),
                )}`
            : nothing
        }
        <button type="button" @click=${() => this.control.add()}>${messages.add}</button>
        ${
          draft.tasks.length > 1
            ? html`<button type="button" @click=${() => this.control.remove()}>
                ${messages.remove}
              </button>`
            : nothing
        }
      </div>
      <div class="form columns">
        <div class="column">${this.#words()} ${this.#reference()} ${this.#rest()}</div>
        <div class="column">${this.#link()} ${this.#preview()}</div>
      </div>`;
  }

  #words() {
    const task = draftTask(this.control.store.state);
    return html`<div>
      ${this.#field('title', messages.taskTitle, task.title, (title) => this.control.change({ title }))}
      <div class="field">
        <label for="text">${messages.text}</label>
        <textarea
          id="text"
          class="text"
          spellcheck="true"
          .value=${task.text}
          @input=${(event: Event) => this.control.change({ text: textOf(event) })}
        ></textarea>
      </div>
    </div>`;
  }

  #field(id: string, label: string, value: string, change: (text: string) => void) {
    return html`<div class="field">
      <label for=${id}>${label}</label>
      <input
        id=${id}
        maxlength=${MAX_NAME}
        autocomplete="off"
        .value=${value}
        @input=${(event: Event) => change(textOf(event))}
      />
    </div>`;
  }

  #reference() {
    const { at } = this.control.store.state;
    const task = draftTask(this.control.store.state);
    const asked = askedBy(task);
    const names = asked ? this.control.machine.names(asked) : [];
    return html`<fieldset>
        <legend>${messages.mode}</legend>
        ${referenceModes.map(
          (mode) =>
            html`<div>
              <input
                type="radio"
                name="mode"
                id=${mode}
                aria-describedby="mode-help"
                .checked=${task.mode === mode}
                @change=${() => this.control.setMode(mode)}
              /><label for=${mode}>${messages.modes[mode]}</label>
            </div>`,
        )}
        <p class="help" id="mode-help">${all.modes[task.mode]}</p>
      </fieldset>
      ${keyed(
        at,
        html`${
          task.mode === 'elsewhere'
            ? nothing
            : html`<tm-editor .side=${'left'} .heading=${messages.reference}></tm-editor>`
        }
          <tm-editor .side=${'right'} .heading=${messages.start}></tm-editor>`,
      )}
      <tm-notice></tm-notice>
      <div class="panel padded">
        ${this.control.machine.renderQuestion()}
      </div>
      ${
        task.mode === 'sealed'
          ? html`<div class="panel padded">
              <div class="field">
                <label for="inputs">${messages.inputs}</label>
                <textarea
                  id="inputs"
                  class="text"
                  spellcheck="false"
                  aria-describedby="inputs-help"
                  .value=${task.inputs}
                  @input=${(event: Event) => this.control.change({ inputs: textOf(event) })}
                ></textarea>
                <span class="help" id="inputs-help">${messages.inputsHelp(names)}</span>
              </div>
              <div class="row">
                <button type="button" @click=${() => this.control.propose()}>
                  ${messages.propose}
                </button>
              </div>
            </div>`
          : nothing
      }`;
  }

  /** The one step between a sealed task and its link, and its result. */
  #seal() {
    const { trouble } = this.control.store.state;
    const task = draftTask(this.control.store.state);
    if (task.mode !== 'sealed') return nothing;
    const { sealed } = task;
    const isDone = sealed !== undefined && isSealed(task);
    return html`<div class="row">
        ${
          isDone
            ? nothing
            : html`<button type="button" class="primary" @click=${() => this.control.seal()}>
                ${messages.sealIt}
              </button>`
        }
        <span role="status" class=${trouble ? 'wrong' : ''}
          >${trouble || (isDone ? messages.sealed(sealed.seal.inputs.length) : nothing)}</span
        >
      </div>
      ${isDone && sealed.key ? this.#key(sealed.key) : nothing}`;
  }

  #key(key: string) {
    return html`<p class="help">${messages.key}</p>
      <div class="row">
        <input
          class="wide"
          readonly
          aria-label=${all.key}
          .value=${key}
          @focus=${(event: Event) => (event.target as HTMLInputElement).select()}
        />
        <tm-copy .text=${key} .label=${messages.copyKey} .done=${messages.copied}></tm-copy>
      </div>`;
  }

  #rest() {
    const task = draftTask(this.control.store.state);
    const isWrong = readTokens(task.tokens) === 'wrong';
    return html`<div class="panel padded">
        <div class="field">
          <label for="tokens">${messages.tokens}</label>
          <input
            id="tokens"
            inputmode="numeric"
            aria-describedby="tokens-help"
            aria-invalid=${isWrong}
            .value=${task.tokens}
            @input=${(event: Event) => this.control.change({ tokens: textOf(event) })}
          />
          <span class=${isWrong ? 'wrong' : 'help'} id="tokens-help"
            >${isWrong ? messages.wrongTokens : messages.tokensHelp}</span
          >
        </div>
      </div>
      <tm-hint-list
        class="panel padded"
        .hints=${task.hints}
        .most=${MAX_HINTS}
        ?textOnly=${task.mode === 'elsewhere'}
        @hints=${(event: CustomEvent<Task['hints']>) => this.control.change({ hints: event.detail })}
      ></tm-hint-list>`;
  }

  #link() {
    const { draft } = this.control.store.state;
    const finished = finish(draft);
    const fragment = finished.ok ? write(finished.sheet) : undefined;
    const problem = finished.ok
      ? fragment === undefined
        ? messages.tooLong
        : ''
      : `${draft.tasks.length > 1 ? `${all.task(finished.at + 1)}: ` : ''}${finished.problem}`;
    if (problem || fragment === undefined) {
      return html`<div class="panel padded link"><p>${problem}</p>${this.#seal()}</div>`;
    }
    const link = `${location.href.split('#', 1)[0]}#${fragment}`;
    const frame = `<iframe src="${link}" title="${all.page}" width="100%" height="600"></iframe>`;
    return html`<section class="panel padded link" aria-label=${messages.link}>
      ${this.#seal()}
      <div class="row">
        <tm-address
          .link=${link}
          .label=${messages.link}
          .copy=${messages.copy}
          .copied=${messages.copied}
        ></tm-address>
        <tm-copy .text=${frame} .label=${messages.copyFrame} .done=${messages.copied}></tm-copy>
      </div>
      <p class="help">
        ${messages.length(link.length)}
        <a href=${link} target="_blank" rel="noopener">${messages.open}</a>
      </p>
    </section>`;
  }

  #preview() {
    const task = draftTask(this.control.store.state);
    const finished = finish({ title: '', tasks: [{ ...task, mode: 'elsewhere', tokens: '' }] });
    const [shown] = finished.ok ? finished.sheet.tasks : [];
    if (!shown) return nothing;
    const mode = { mode: task.mode } as Task['reference'];
    const asks = this.control.machine.asks(shown);
    return html`<section aria-labelledby="preview">
      <h2 id="preview">${messages.preview}</h2>
      <tm-statement class="panel padded" .task=${{ ...shown, reference: mode }} .asks=${asks}></tm-statement>
    </section>`;
  }
}

const textOf = (event: Event): string =>
  (event.target as HTMLInputElement | HTMLTextAreaElement).value;

declare global {
  interface HTMLElementTagNameMap {
    'tm-author': TmAuthor;
  }
}

customElements.define('tm-author', TmAuthor);
