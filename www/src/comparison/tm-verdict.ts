import { html, nothing } from 'lit';
import type { Open, Report } from '../engine/types';
import { stepping } from '../evidence/messages';
import { base } from '../kit/base';
import { withValues } from '../kit/numbers';
import { printedStyle } from '../kit/printed';
import { prose } from '../kit/prose';
import { renderSign } from '../kit/sign';
import { tones } from '../kit/tones';
import { Component } from '../playground/component';
import { notices } from '../playground/messages';
import { type Comparison, isChanged, openSoFar } from './comparison';
import { type SomeSpec, told } from './contract';
import { countsOf } from './ends';
import { type Headline, headlineOf } from './headline';
import { bar, verdict as messages, options } from './messages';
import { verdictStyles } from './verdict-styles';
import { renderWitness, witnessStyles } from './witness';
import './tm-meter';

/** The answer: in words, with its witness, what it rests on, and what one can do next. */
export class TmVerdict extends Component {
  static override properties = {
    canShare: { type: Boolean },
    canExplain: { type: Boolean },
  };

  static override styles = [base, printedStyle, witnessStyles, verdictStyles, tones];

  declare canShare: boolean;
  /** Whether there is a tab to explain a difference in. */
  declare canExplain: boolean;

  constructor() {
    super();
    this.canShare = false;
    this.canExplain = false;
  }

  /** Puts the keyboard on the answer. */
  override focus(): void {
    this.renderRoot.querySelector('section')?.focus();
  }

  override render() {
    const { comparison } = this.state;
    const headline = comparison && headlineOf(comparison);
    // The status is there from the start, so that a screen reader notices what comes into it;
    // it says one sentence, and the card is there to be read.
    return html`<section aria-label=${messages.label} tabindex="-1">
      <p class="unseen" role="status">${headline ? headline.title : nothing}</p>
      ${
        comparison && headline
          ? this.#card(headline, comparison)
          : html`<p class="none">${comparison ? messages.noneYet : messages.notCompared}</p>`
      }
    </section>`;
  }

  #card({ kind, tone, sign, title, isFinal }: Headline, comparison: Comparison) {
    const isStale = isChanged(this.state);
    const { status, request } = comparison;
    const isPaper = request.options.strategy === 'paper';
    const report = status.state === 'finished' ? status.report : undefined;
    return html`<div
      class="card ${tone} ${isStale ? 'stale' : ''}"
      data-verdict=${isFinal ? kind : nothing}
      ?data-stale=${isStale}
    >
      <div class="words">
        ${isStale ? html`<p class="changed">${notices.changed}</p>` : nothing}
        <h2>
          ${renderSign(sign)}
          <span
            >${isStale ? bar.before(title) : title}
            ${report && isPaper && !report.witness ? html`<span class="badge">${options.strategy.badge}</span>` : nothing}</span
          >
        </h2>
        ${meaning(comparison).map((paragraph) => html`<p>${paragraph}</p>`)}
        ${this.#counted(comparison)}
      </div>
      ${report?.witness ? renderWitness(request.options.contract, report.witness) : nothing}
      ${isFinal && kind !== 'failed' ? ground(comparison) : nothing}
      ${isFinal ? this.#next(kind, comparison, isPaper) : nothing}
    </div>`;
  }

  /** On how many inputs they differ, once that is known. */
  #counted({ began }: Comparison) {
    const { explaining } = this.state;
    const isOf = explaining?.comparison === began;
    const { regions } = explaining ?? {};
    return isOf && regions?.state === 'ended' ? html`<p>${regions.view.says}</p>` : nothing;
  }

  /** What one may want to do with the answer. */
  #next(kind: Headline['kind'], comparison: Comparison, isPaper: boolean) {
    const { status, difference, request } = comparison;
    const report = status.state === 'finished' ? status.report : undefined;
    // Cut off, there is a difference without a witness, or something to go on with.
    const isCutOff = status.state === 'stopped';
    const inputs = report?.witness?.inputs ?? (isCutOff ? difference : undefined);
    const goesOn = report ? canGoOn(report) : isCutOff;
    const isRaised = report !== undefined && report.reason.code !== 'cancelled';
    const canDecide = isPaper && kind !== 'failed' && !inputs;
    const canShare = this.canShare && kind !== 'failed';
    if (!inputs && !canDecide && !goesOn && !canShare) return nothing;
    return html`<div class="next">
      ${
        inputs
          ? html`<button
              type="button"
              class="primary"
              aria-label=${stepping.openLabel(told(request.options.contract, inputs))}
              @click=${() => this.app.debug(inputs)}
            >
              ${stepping.open}
            </button>`
          : nothing
      }
      ${
        inputs && this.canExplain
          ? html`<button type="button" @click=${() => this.app.showEvidence('explain')}>
              ${messages.explain}
            </button>`
          : nothing
      }
      ${
        canDecide
          ? html`<button type="button" class="primary" @click=${() => this.app.decide()}>
              ${messages.decide}
            </button>`
          : nothing
      }
      ${
        goesOn
          ? html`<button type="button" @click=${() => this.app.comparison.goOn()}>${messages.goOn(isRaised)}</button>`
          : nothing
      }
      ${
        canShare
          ? html`<button type="button" @click=${this.#share}>${messages.share}</button>`
          : nothing
      }
    </div>`;
  }

  #share(): void {
    this.dispatchEvent(new CustomEvent('share', { bubbles: true, composed: true }));
  }
}

/** Places of a search that was cut off that are listed. */
const SHOWN = 20;

/** What the verdict says, in sentences. */
function meaning({ status, request, difference, queries }: Comparison): unknown[] {
  switch (status.state) {
    case 'running':
      return difference ? [messages.soFar(told(request.options.contract, difference))] : [];
    case 'finished':
      return [
        messages.meaning(status.report, request.options.fuel),
        prose(withValues(status.report.reason.message)),
      ];
    case 'stopped': {
      const query = queries.at(-1);
      return [
        difference ? messages.cutOff(told(request.options.contract, difference)) : messages.open,
        ...(query && !query.answer ? [messages.underWay(query)] : []),
      ];
    }
    case 'failed':
      return [prose(status.message)];
    default:
      return status satisfies never;
  }
}

/** What the verdict rests on, and what it leaves open. */
function ground(comparison: Comparison) {
  const { status } = comparison;
  const report = status.state === 'finished' ? status.report : undefined;
  return html`<div class="ground">
    <tm-meter .counts=${countsOf(comparison)}></tm-meter>
    ${report ? renderRests(report, comparison) : nothing}
    ${report ? html`<p>${messages.stats(report, comparison)}</p>` : nothing}
    ${
      status.state === 'stopped'
        ? html`<p>${messages.statsSoFar(comparison, status.elapsed)}</p>`
        : nothing
    }
    ${report ? renderOpen(report, comparison.request.options.contract) : nothing}
    ${status.state === 'stopped' ? renderOpenSoFar(comparison) : nothing}
  </div>`;
}

/** What a verdict that the programs agree rests on. */
function renderRests({ verdict, proof }: Report, comparison: Comparison) {
  // Such a proof has no list of queries: the search's own queries are no part of it.
  if (proof?.kind === 'invariants' || proof?.kind === 'procedures')
    return html`<p>${messages.restsOnInvariants(proof)}</p>`;
  if (verdict !== 'equivalent' && verdict !== 'equivalent-up-to') return nothing;
  return html`<p>${messages.restsOn(refuted(comparison))}</p>`;
}

/** How often each solver said that there is no such input. */
function refuted({ queries, merged }: Comparison): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { answer } of queries) {
    if (answer?.answer === 'unsat') counts.set(answer.by, (counts.get(answer.by) ?? 0) + 1);
  }
  if (merged?.answer === 'unsat') counts.set(merged.by, (counts.get(merged.by) ?? 0) + 1);
  return counts;
}

/** Whether higher limits may say more. */
function canGoOn({ verdict, reason: { code } }: Report): boolean {
  // Only a larger memory would say more.
  if (code === 'procedures-agree') return false;
  return (
    verdict === 'equivalent-up-to' || (verdict === 'possibly-equivalent' && code !== 'paths-tried')
  );
}

/** Where the search stopped looking, place by place. */
function renderOpen({ reason: { open, cuts }, witness }: Report, contract: SomeSpec | undefined) {
  // Beside a witness nobody asks what else there is.
  if (open.length === 0 || witness) return nothing;
  const all = Object.values(cuts).reduce((sum, n) => sum + n, 0);
  return renderPlaces(messages.openPlaces(all), open, all, contract);
}

/** The same of a search that was cut off, as far as it had come. */
function renderOpenSoFar(comparison: Comparison) {
  const open = openSoFar(comparison);
  if (open.length === 0 || comparison.difference) return nothing;
  const { contract } = comparison.request.options;
  return renderPlaces(messages.openSoFar(open.length), open.slice(0, SHOWN), open.length, contract);
}

function renderPlaces(
  title: string,
  open: readonly Open[],
  all: number,
  contract: SomeSpec | undefined,
) {
  return html`<details class="open-places">
    <summary>${title}</summary>
    <ul>
      ${open.map((place) => html`<li>${prose(messages.place(place, told(contract, place.inputs)))}</li>`)}
      ${all > open.length ? html`<li>${messages.morePlaces(all - open.length)}</li>` : nothing}
    </ul>
  </details>`;
}

customElements.define('tm-verdict', TmVerdict);
