import { css, html, nothing } from 'lit';
import { Explainer } from '../evidence/explain/explainer';
import { viewOf } from '../evidence/explain/parts';
import { evidence as evidenceMessages } from '../evidence/messages';
import { prose } from '../kit/prose';
import { type Arm64Comparison, isChanged, reportOf } from './comparison';
import { type Explaining, partNames, type Views } from './explaining';
import { givenBy } from './inputs';
import { explain as messages } from './messages';
import type { Arm64Playground } from './playground';
import { arm64Regions } from './regions';
import type { Arm64Explanation, Arm64Report, ExplainRequest } from './types';
import '../evidence/explain/tm-mend';
import '../evidence/explain/tm-regions';
import './tm-arm64-cause';

/** Where the runs of two ARM64 programs part, why, and how to fix one of them. */
export class TmArm64Explain extends Explainer<ExplainRequest, Views> {
  static override styles = [
    ...Explainer.styles,
    css`
      .says {
        font-weight: 600;
      }
    `,
  ];

  protected override readonly names = partNames;

  protected override get app(): Arm64Playground {
    return super.app as Arm64Playground;
  }

  protected override control() {
    return this.app.explain();
  }

  get #comparison(): Arm64Comparison | undefined {
    return this.app.result.state.comparison;
  }

  override updated(): void {
    const comparison = this.#comparison;
    const witness = reportOf(comparison)?.witness;
    if (comparison && witness) this.app.explainOn(comparison, givenBy(witness));
  }

  override render() {
    const comparison = this.#comparison;
    if (!comparison) return html`<p class="muted">${evidenceMessages.empty.explain}</p>`;
    const report = reportOf(comparison);
    if (!report?.witness) return this.#nothing(comparison, report);
    const explaining = this.app.explaining;
    return explaining?.comparison === comparison.began ? this.renderParts(explaining) : nothing;
  }

  /** Nothing is known about programs that have changed. */
  #nothing(comparison: Arm64Comparison, report: Arm64Report | undefined) {
    const { programs, arm64 } = this.state;
    if (!report || isChanged(comparison, programs, arm64)) return nothing;
    const isProved = report.verdict.startsWith('equivalent');
    return this.renderAgreement(isProved, () => this.app.show('proof'));
  }

  protected override found(name: keyof Views, explaining: Explaining) {
    switch (name) {
      case 'parting':
        return this.#parting(explaining);
      case 'cause':
        return html`<tm-arm64-cause
          .view=${viewOf(explaining.cause)}
          .request=${explaining.request}
        ></tm-arm64-cause>`;
      case 'mend': {
        const view = viewOf(explaining.mend);
        return html`<tm-mend
          .view=${view}
          .canApply=${this.canApply(explaining, view?.report?.side ?? 'right')}
        ></tm-mend>`;
      }
      case 'regions':
        return this.#regions(explaining);
      default:
        return name satisfies never;
    }
  }

  #parting({ parting, request }: Explaining) {
    const view = viewOf(parting);
    return html`<p class="says">${prose(view?.says ?? '')}</p>
      ${
        view?.report
          ? html`<div class="looking">
              <button
                type="button"
                aria-label=${messages.stepThereLabel}
                @click=${() => this.app.step(request.inputs)}
              >
                ${messages.stepThere}
              </button>
            </div>`
          : nothing
      }`;
  }

  #regions(explaining: Explaining) {
    const view = viewOf(explaining.regions);
    return html`<tm-regions
        .view=${view}
        .machine=${arm64Regions(this.app)}
        .numbers=${this.state.numbers}
      ></tm-regions>
      ${view?.least ? html`<p>${prose(view.least)}</p>` : nothing}`;
  }

  protected override saved(explaining: Explaining) {
    const report = reportOf(this.#comparison);
    if (!report) return {};
    const { machine, mode, verdict, code, message, witness = null } = report;
    const [mend, regions] = [viewOf(explaining.mend), viewOf(explaining.regions)];
    return {
      ...{ machine, mode, verdict, code, message, witness: regions?.witness ?? witness },
      parting: viewOf(explaining.parting)?.report ?? null,
      cause: viewOf(explaining.cause)?.report ?? null,
      mend: mend?.report ?? null,
      proof: mend?.proof ?? null,
      regions: regions?.report ?? null,
    } satisfies Record<keyof Arm64Explanation, unknown>;
  }
}

customElements.define('tm-arm64-explain', TmArm64Explain);
