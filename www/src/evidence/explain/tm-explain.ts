import { html, nothing } from 'lit';
import { type Comparison, isChanged } from '../../comparison/comparison';
import type { ExplainRequest, Explanation } from '../../engine/types';
import { linked } from '../../help/linked';
import type { NumberFormat } from '../../kit/numbers';
import { Explainer } from './explainer';
import { differenceOf, type Explaining, found, partNames, type Views } from './explaining';
import { explain as messages } from './messages';
import type { PartName } from './parts';
import { mipsRegions } from './regioned';
import './tm-cause';
import './tm-mend';
import './tm-regions';

/** Why the programs differ, how to fix them, and on which inputs they differ. */
export class TmExplain extends Explainer<ExplainRequest, Views> {
  static override properties = {
    comparison: { attribute: false },
    numbers: {},
    isChosen: { attribute: false },
  };

  declare comparison: Comparison | undefined;
  declare numbers: NumberFormat;
  /** Whether the explanation was requested: searches start then. */
  declare isChosen: boolean;

  protected override readonly names = partNames;

  protected override control() {
    return this.app.searches.explain();
  }

  constructor() {
    super();
    this.comparison = undefined;
    this.numbers = 'plain';
    this.isChosen = false;
  }

  override async updated(): Promise<void> {
    const { comparison } = this;
    const inputs = comparison && differenceOf(comparison);
    if (comparison && inputs && this.isChosen) (await this.control()).open(comparison, inputs);
  }

  override render() {
    const { comparison } = this;
    if (!comparison) return nothing;
    // The answer above says that the comparison is running or open.
    if (comparison.status.state === 'running') return nothing;
    if (!differenceOf(comparison)) {
      // Nothing is known about the current programs.
      return isChanged(this.state) ? nothing : this.#nothing(comparison);
    }
    const { explaining } = this.state;
    if (!this.isChosen && explaining?.comparison !== comparison.began) return this.#ask();
    if (explaining?.comparison !== comparison.began) return nothing;
    return this.renderParts(explaining);
  }

  /** No difference is known; a proof says why they agree. */
  #nothing({ status }: Comparison) {
    const isProved = status.state === 'finished' && status.report.verdict.startsWith('equivalent');
    return this.renderAgreement(isProved, () => this.app.showEvidence('proof'));
  }

  #ask() {
    return html`<p>${linked(messages.about)}</p>
      <div class="tools">
        <button type="button" @click=${() => this.app.showEvidence('explain')}>
          ${messages.ask}
        </button>
      </div>`;
  }

  protected override found(name: keyof Views & PartName, explaining: Explaining) {
    const { request } = explaining;
    switch (name) {
      case 'cause':
        return html`<tm-cause .view=${found(explaining, name)} .request=${request}></tm-cause>`;
      case 'mend': {
        const view = found(explaining, name);
        const side = view?.report?.side ?? 'right';
        return html`<tm-mend
          .view=${view}
          .canApply=${this.canApply(explaining, side)}
        ></tm-mend>`;
      }
      case 'regions':
        return html`<tm-regions
          .view=${found(explaining, name)}
          .machine=${mipsRegions(this.app, request.contract)}
          .numbers=${this.numbers}
        ></tm-regions>`;
      default:
        return name satisfies never;
    }
  }

  protected override saved(explaining: Explaining) {
    const { status } = this.comparison ?? {};
    const report = status?.state === 'finished' ? status.report : undefined;
    return {
      verdict: report?.verdict ?? 'disequivalent',
      witness: report?.witness ?? null,
      cause: found(explaining, 'cause')?.report ?? null,
      mend: found(explaining, 'mend')?.report ?? null,
      regions: found(explaining, 'regions')?.report ?? null,
    } satisfies Record<keyof Explanation, unknown>;
  }
}

customElements.define('tm-explain', TmExplain);
