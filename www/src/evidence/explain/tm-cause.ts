import { css, html, nothing } from 'lit';
import type { CauseView, ExplainRequest, Reference } from '../../engine/types';
import { linked } from '../../help/linked';
import { base } from '../../kit/base';
import { prose } from '../../kit/prose';
import { Component } from '../../playground/component';
import { explain as messages, named } from './messages';
import { partStyles } from './part-styles';
import { renderValues, type ValueRow, valueStyles } from './values';

/** The two instructions that should compute or do the same, and what they do on the witness. */
export class TmCause extends Component {
  static override properties = { view: { attribute: false }, request: { attribute: false } };

  static override styles = [
    base,
    partStyles,
    valueStyles,
    css`
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
    if (report?.left?.value == null && report?.right?.value == null) return nothing;
    const rows = (['left', 'mended', 'right'] as const).flatMap((of) => this.#row(of));
    return renderValues(messages.values, rows);
  }

  #row(of: Reference): ValueRow[] {
    const place = this.view.report?.[of];
    if (place?.value == null) return [];
    const { value, word, register, memory } = place;
    const isBranch = word === 'taken' || word === 'not-taken';
    const files = of === 'mended' ? [] : this.request[of];
    const [line] = this.view.lines[of === 'left' ? 0 : 1];
    const file = line && files.length > 1 ? files[line.file]?.name : undefined;
    const holds = named(place.of, register == null ? undefined : `$${register}`, memory);
    return [
      {
        label: messages.place(of, place, holds, file),
        value: isBranch ? messages.branches((value === 1) === (word === 'taken')) : value,
      },
    ];
  }
}

customElements.define('tm-cause', TmCause);
