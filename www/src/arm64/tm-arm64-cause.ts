import { css, html, nothing } from 'lit';
import { explain as explainMessages, named } from '../evidence/explain/messages';
import { partStyles } from '../evidence/explain/part-styles';
import { renderValues, type ValueRow, valueStyles } from '../evidence/explain/values';
import { base } from '../kit/base';
import { prose } from '../kit/prose';
import { Arm64Component } from './component';
import { explain as messages } from './messages';
import type { Arm64Pair, CauseView, ExplainRequest } from './types';

/** The instructions that should compute or do the same, and the words of each pair. */
export class TmArm64Cause extends Arm64Component {
  static override properties = { view: { attribute: false }, request: { attribute: false } };

  static override styles = [
    base,
    partStyles,
    valueStyles,
    css`
      .pair + .pair {
        margin-block-start: var(--space-3);
      }
    `,
  ];

  declare view: CauseView;
  /** The programs and the witness to explain. */
  declare request: ExplainRequest;

  override render() {
    const { report, says, tested } = this.view;
    return html`${says.map(
      (sentence, at) => html`<div class="pair">
        <p class="says">${prose(sentence)}</p>
        ${report?.pairs[at] ? this.#values(report.pairs[at]) : nothing}
      </div>`,
    )}
    ${tested ? html`<p class="muted">${prose(tested)} ${messages.repairsNothing}</p>` : nothing}`;
  }

  #values(pair: Arm64Pair) {
    return renderValues(messages.onInput, [this.#row(pair, 'left'), this.#row(pair, 'right')]);
  }

  #row(pair: Arm64Pair, side: 'left' | 'right'): ValueRow {
    const place = pair[side];
    const { value, word, register, memory } = place;
    const isBranch = word === 'taken' || word === 'not-taken';
    const line = this.view.lines[side === 'left' ? 0 : 1].find((each) => each.line === place.line);
    const files = this.request[side];
    const file = line && files.length > 1 ? files[line.file]?.name : undefined;
    const holds = named(place.of, register, memory == null ? undefined : BigInt(memory));
    return {
      label: explainMessages.place(side, place, holds, file),
      value: isBranch
        ? explainMessages.branches((value === '1') === (word === 'taken'))
        : BigInt(value),
    };
  }
}

customElements.define('tm-arm64-cause', TmArm64Cause);
