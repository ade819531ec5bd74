import { css, html, nothing } from 'lit';
import { base } from '../kit/base';
import { sides } from '../programs/control';
import { wholeText } from '../programs/source';
import { Component } from './component';
import { crash as messages } from './messages';
import type { State } from './state';
import '../kit/tm-copy';

/** Reports that the engine has failed, and how to report it. */
export class TmCrash extends Component {
  static override styles = [
    base,
    css`
      .card {
        padding: var(--space-4) 1.25rem;
        border-inline-start: 6px solid var(--differ);
        background: var(--differ-wash);
      }

      h2 {
        color: var(--differ);
      }

      p {
        max-inline-size: 75ch;
        margin-block: var(--space-1) var(--space-3);
      }

      textarea {
        display: block;
        inline-size: 100%;
        block-size: 10rem;
        margin-block: var(--space-1) var(--space-3);
        font: var(--text-note) / 1.5 var(--mono);
        background: var(--surface);
        border: 1px solid var(--control);
        border-radius: var(--radius-m);
      }

      .buttons button {
        min-height: 2rem;
        padding-block: 0;
      }

      .buttons {
        display: flex;
        gap: var(--space-2);
      }
    `,
  ];

  override render() {
    const { crash: message } = this.state;
    return html`<div role="alert">
      ${message === undefined ? nothing : this.#card(message)}
    </div>`;
  }

  #card(message: string) {
    const report = crashReport(this.app.store.state, message);
    return html`<section class="panel card" aria-labelledby="title">
      <h2 id="title">${messages.title}</h2>
      <p>${messages.explanation}</p>
      <label for="report">${messages.report}</label>
      <textarea id="report" readonly .value=${report}></textarea>
      <div class="buttons">
        <tm-copy .text=${report} .label=${messages.copy} .done=${messages.copied}></tm-copy>
        <button type="button" @click=${() => this.app.store.update({ crash: undefined })}>${messages.dismiss}</button>
      </div>
    </section>`;
  }
}

/** Data for whoever fixes a crash: to be copied, not sent. */
function crashReport(state: State, message: string): string {
  const { programs, options, comparison, engine } = state;
  const request = comparison?.request ?? { ...programs, options };
  return [
    `Tamarin Playground ${__VERSION__}, engine ${engine?.version ?? 'not started'}`,
    navigator.userAgent,
    `Options: ${JSON.stringify(request.options)}`,
    message,
    ...sides.map((side) => `--- ${side}\n${wholeText(request[side])}`),
  ].join('\n\n');
}

customElements.define('tm-crash', TmCrash);
