import { css, html, nothing } from 'lit';
import type { CauseView, ExplainRequest, Reference } from '../../engine/types';
import { linked } from '../../help/linked';
import { base } from '../../kit/base';
import { columnFormats, formatWord } from '../../kit/numbers';
import { prose } from '../../kit/prose';
import { Component } from '../../playground/component';
import { explain as messages } from './messages';
import { partStyles } from './part-styles';

/** The two instructions that should compute or do the same, and what they do on the witness. */
export class TmCause extends Component {
  static override properties = { view: { attribute: false }, request: { attribute: false } };

  static override styles = [
    base,
    partStyles,
    css`
      .scroll {
        overflow-x: auto;
        margin-block-start: var(--space-2);
      }

      table {
        font-size: var(--text-body);
      }

      th,
      td {
        padding: 0.0625rem var(--space-5) 0.0625rem 0;
        text-align: start;
        white-space: nowrap;
      }

      @container (max-width: 30rem) {
        th,
        td {
          padding-inline-end: 0.625rem;
          font-size: var(--text-note);
        }
      }

      thead th {
        font-weight: 400;
        font-size: var(--text-note);
        color: var(--muted);
      }

      td {
        font-family: var(--mono);
      }

      .together {
        margin-block-start: var(--space-3);
      }

      ul {
        margin: 0.125rem 0 0;
        padding-inline-start: 1.25rem;
        max-inline-size: 75ch;
      }

      details {
        margin-block-start: var(--space-2);
        font-size: var(--text-body);
      }
    `,
  ];

  declare view: CauseView;
  /** The programs and the witness to explain. */
  declare request: ExplainRequest;

  override render() {
    const { report, says, together, ruled_out: ruledOut, steps } = this.view;
    const [whatTogether, ...pairs] = together;
    return html`<p class="says">${prose(says)}</p>
      ${report && report.check !== 'none' ? html`<p class="muted">${linked(messages.checks[report.check])} ${report.mended ? messages.ofMended : messages.repairsNothing}</p>` : nothing}
      ${this.#values()}
      ${
        steps
          ? html`<div class="tools">
              <button
                type="button"
                aria-label=${messages.stepToLabel}
                @click=${() => this.app.debugFrom(this.request.inputs, steps)}
              >
                ${messages.stepTo}
              </button>
            </div>`
          : nothing
      }
      ${
        whatTogether
          ? html`<div class="together">
              <p class="says">${prose(whatTogether)}</p>
              <ul>
                ${pairs.map((pair) => html`<li>${prose(pair)}</li>`)}
              </ul>
            </div>`
          : nothing
      }
      ${
        ruledOut
          ? html`<details>
              <summary>${messages.others}</summary>
              <p>${linked(ruledOut)}</p>
            </details>`
          : nothing
      }`;
  }

  #values() {
    const { report } = this.view;
    const row = (of: Reference) => {
      const place = report?.[of];
      if (place?.value == null) return nothing;
      const { value, word } = place;
      const isBranch = word === 'taken' || word === 'not-taken';
      const files = of === 'mended' ? [] : this.request[of];
      const [line] = this.view.lines[of === 'left' ? 0 : 1];
      const file = line && files.length > 1 ? files[line.file]?.name : undefined;
      return html`<tr>
        <th scope="row">${messages.place(of, place, file)}</th>
        ${
          isBranch
            ? html`<td colspan=${columnFormats.length}>${messages.branches((value === 1) === (word === 'taken'))}</td>`
            : columnFormats.map((format) => html`<td>${formatWord(value, format)}</td>`)
        }
      </tr>`;
    };
    if (report?.left?.value == null && report?.right?.value == null) return nothing;
    return html`<div class="scroll" role="region" tabindex="0" aria-label=${messages.values}>
      <table>
        <caption class="unseen">${messages.values}</caption>
        <thead>
          <tr>
            <th scope="col">${messages.values}</th>
            ${columnFormats.map((format) => html`<th scope="col">${messages.columns[format]}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${row('left')} ${row('mended')} ${row('right')}
        </tbody>
      </table>
    </div>`;
  }
}

customElements.define('tm-cause', TmCause);
