import { html, nothing } from 'lit';
import type { MendView, ProofKind } from '../../engine/types';
import { base } from '../../kit/base';
import { editStyles, renderEdit } from '../../kit/edit';
import { prose } from '../../kit/prose';
import { Component } from '../../playground/component';
import { changesOf, explain as messages } from './messages';
import { partStyles } from './part-styles';
import '../../kit/tm-copy';

/** An edit of a program for any machine. */
interface Mended extends Pick<MendView, 'report' | 'says' | 'file' | 'text'> {
  /** The evidence that the repaired programs agree, if the engine has one. */
  proof?: { kind: ProofKind } | null | undefined;
}

/** The edit of one program that makes the programs agree. */
export class TmMend extends Component {
  static override properties = {
    view: { attribute: false },
    canApply: { attribute: false },
    isApplied: { state: true },
  };

  static override styles = [base, partStyles, editStyles];

  declare view: Mended;
  /** Whether that program is still unchanged and may be edited. */
  declare canApply: boolean;
  declare isApplied: boolean;

  constructor() {
    super();
    this.canApply = false;
    this.isApplied = false;
  }

  override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('view') || (changed.has('canApply') && this.canApply)) this.isApplied = false;
  }

  override render() {
    const { report, says, text } = this.view;
    // The status element exists from the start, so that its content is announced.
    return html`<p class="says">${prose(says)}</p>
      ${
        report
          ? html`${changesOf(report).map((change) =>
              renderEdit(change, {
                ...messages.edit,
                label: messages.lineOf(report, change),
                wrong: 'from',
              }),
            )}
              <p class="muted">${messages.linesOf(report)}, ${this.#grounds()}. ${messages.guess}</p>
              <div class="tools">
                <button
                  type="button"
                  aria-disabled=${!this.canApply}
                  @click=${this.canApply ? this.#apply : nothing}
                >
                  ${messages.apply[report.side]}
                </button>
                <tm-copy
                  .text=${text ?? ''}
                  .label=${messages.copy}
                  .done=${messages.copied}
                ></tm-copy>
              </div>`
          : nothing
      }
      <p role="status">${this.isApplied && report ? messages.applied[report.side] : nothing}</p>`;
  }

  #grounds(): string {
    const { report, proof } = this.view;
    if (proof?.kind === 'identity') return messages.identical;
    return report?.proved ? messages.proved : messages.unproved;
  }

  async #apply(): Promise<void> {
    const { report, file, text } = this.view;
    const side = report?.side ?? 'right';
    const name = this.app.store.state.programs[side][file]?.name;
    if (name === undefined || text == null) return;
    this.app.programs.openFile(side, name);
    this.app.programs.edit(side, name, text, false);
    await this.updateComplete;
    this.isApplied = true;
  }
}

customElements.define('tm-mend', TmMend);
