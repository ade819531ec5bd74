import { css, html, nothing } from 'lit';
import { Component } from '../app/component';
import { notices } from '../app/messages';
import type { Open, Report, RunReport, Side, Witness } from '../engine/types';
import { stepping } from '../evidence/messages';
import { base } from '../kit/base';
import { formatWord, numberFormats } from '../kit/numbers';
import { firstDifference, printed, printedStyle } from '../kit/printed';
import { prose } from '../kit/prose';
import { renderSign } from '../kit/sign';
import { tones } from '../kit/tones';
import { type Comparison, isChanged, openSoFar } from './comparison';
import { named, type SomeSpec, told } from './contract';
import { countsOf } from './ends';
import { type Headline, headlineOf } from './headline';
import { bar, verdict as messages, options, outcome, witness as witnessMessages } from './messages';
import './tm-meter';

/** The answer: in words, with its witness, what it rests on, and what one can do next. */
export class TmVerdict extends Component {
  static override properties = { canShare: { type: Boolean } };

  static override styles = [
    base,
    printedStyle,
    css`
      :host {
        container-type: inline-size;
      }

      .card {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 0.75rem 2rem;
        margin-block-end: var(--gap, 0);
        padding: 0.875rem 1.125rem 1rem;
        border: 1px solid var(--line);
        border-inline-start: 6px solid var(--tone);
        border-radius: var(--radius-l);
        background: var(--wash);
        --tone: var(--control);
        --wash: var(--surface);
      }

      /* It is of something else than what is on the page. */
      .card.stale {
        --tone: var(--muted);
        --wash: transparent;
        border-style: dashed;
        color: var(--muted);
      }

      .stale .changed {
        color: var(--ink);
        font-weight: 600;
      }

      tm-meter {
        margin-block: 0.25rem;
      }

      h2 {
        display: flex;
        align-items: baseline;
        gap: 0.625rem;
        font-size: var(--text-xl);
        line-height: 1.25;
        color: var(--tone);
        margin-block-end: 0.25rem;
      }

      .sign {
        font: 600 1.75rem / 1 var(--sans);
      }

      svg.sign {
        inline-size: 1.25rem;
        block-size: 1.25rem;
        align-self: center;
        flex: none;
      }

      p {
        max-inline-size: 80ch;
        overflow-wrap: anywhere;
        text-wrap: pretty;
      }

      .words {
        font-size: var(--text-s);
      }

      .words > * + * {
        margin-block-start: 0.125rem;
      }

      .ground {
        font-size: var(--text-xs);
        color: var(--muted);
      }

      .open-places {
        margin-block-start: 0.25rem;
      }

      .open-places ul {
        margin: 0.25rem 0 0;
        padding-inline-start: 1.25rem;
        max-block-size: 14rem;
        overflow-y: auto;
      }

      .next {
        display: flex;
        flex-wrap: wrap;
        gap: 0.5rem;
      }

      .witness {
        position: relative;
        overflow-x: auto;
      }

      .witness td {
        font-family: var(--mono);
        font-size: var(--text-s);
      }

      .witness th,
      .witness td {
        padding: 0.0625rem 1.5rem 0.0625rem 0;
        vertical-align: baseline;
        white-space: nowrap;
      }

      .witness thead th {
        font-weight: 400;
        font-size: var(--text-xs);
        color: var(--muted);
      }

      .witness td.outcome {
        font-family: var(--sans);
        white-space: normal;
      }

      /* Room for the input beside what is said of it. */
      @container (min-width: 52rem) {
        .card {
          grid-template-columns: minmax(0, 1fr) auto;
          grid-template-rows: auto auto 1fr;
        }

        .words,
        .ground,
        .next {
          grid-column: 1;
        }

        .witness {
          grid-column: 2;
          grid-row: 1 / span 3;
        }
      }

      @container (max-width: 30rem) {
        .card {
          padding: 0.75rem;
        }

        .witness th,
        .witness td {
          padding-inline-end: 0.625rem;
          font-size: var(--text-2xs);
        }
      }

      @media print {
        :host {
          container-type: normal;
        }

        .card {
          display: block;
        }

        .next {
          display: none;
        }

        .witness {
          overflow: visible;
        }
      }
    `,
    tones,
  ];

  readonly #seen = this.watch((state) => [state.comparison, isChanged(state)] as const);

  declare canShare: boolean;

  constructor() {
    super();
    this.canShare = false;
  }

  /** Puts the keyboard on the answer. */
  override focus(): void {
    this.renderRoot.querySelector('section')?.focus();
  }

  override render() {
    const [comparison] = this.#seen.value;
    const headline = comparison && headlineOf(comparison);
    // The status is there from the start, so that a screen reader notices what comes into it;
    // it says one sentence, and the card is there to be read.
    return html`<section aria-label=${messages.label} tabindex="-1">
      <p class="unseen" role="status">${headline ? headline.title : nothing}</p>
      ${comparison && headline ? this.#card(headline, comparison) : nothing}
    </section>`;
  }

  #card({ kind, tone, sign, title, isFinal }: Headline, comparison: Comparison) {
    const [, isStale] = this.#seen.value;
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
      </div>
      ${report?.witness ? renderWitness(request.options.contract, report.witness) : nothing}
      ${isFinal && kind !== 'failed' ? ground(comparison) : nothing}
      ${isFinal ? this.#next(kind, comparison, isPaper) : nothing}
    </div>`;
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
              aria-label=${stepping.openLabel(told(request.options.contract, inputs, signed))}
              @click=${() => this.app.debug(inputs)}
            >
              ${stepping.open}
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

/** Things that differ beside the results that are listed. */
const MAX_OBSERVED = 8;

const signed = (word: number) => formatWord(word, 'signed');

/** Places of a search that was cut off that are listed. */
const SHOWN = 20;

/** What the verdict says, in sentences. */
function meaning({ status, request, difference, queries }: Comparison): unknown[] {
  switch (status.state) {
    case 'running':
      return difference ? [messages.soFar(told(request.options.contract, difference, signed))] : [];
    case 'finished':
      return [
        messages.meaning(status.report, request.options.fuel),
        prose(status.report.reason.message),
      ];
    case 'stopped': {
      const query = queries.at(-1);
      return [
        difference
          ? messages.cutOff(told(request.options.contract, difference, signed))
          : messages.open,
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
  const isProof = report?.verdict === 'equivalent' || report?.verdict === 'equivalent-up-to';
  return html`<div class="ground">
    <tm-meter .counts=${countsOf(comparison)}></tm-meter>
    ${isProof ? html`<p>${messages.restsOn(refuted(comparison))}</p>` : nothing}
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

/** How often each solver said that there is no such input. */
function refuted({ queries, merged }: Comparison): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { answer } of queries) {
    if (answer?.answer === 'unsat') counts.set(answer.by, (counts.get(answer.by) ?? 0) + 1);
  }
  if (merged?.answer === 'unsat') counts.set(merged.by, (counts.get(merged.by) ?? 0) + 1);
  return counts;
}

function renderWitness(contract: SomeSpec | undefined, witness: Witness) {
  const result = (side: Side, run: RunReport) =>
    html`<tr>
      <th scope="row">${witnessMessages.result(side)}</th>
      ${
        run.outcome === 'done'
          ? numberFormats.map((format) => html`<td>${formatWord(run.result ?? 0, format)}</td>`)
          : html`<td class="outcome" colspan=${numberFormats.length}>
              ${outcome[run.outcome]}${run.fault ? html`: ${prose(run.fault.message)}` : nothing}
            </td>`
      }
    </tr>`;
  return html`<div class="witness" role="region" tabindex="0" aria-label=${witnessMessages.caption}>
    <table>
      <caption class="unseen">${witnessMessages.caption}</caption>
      <thead>
        <tr>
          <th scope="col"><span class="unseen">${witnessMessages.columns.value}</span></th>
          ${numberFormats.map((format) => html`<th scope="col">${witnessMessages.columns[format]}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${named(contract, witness.inputs).map(
          ({ name, word }) =>
            html`<tr>
              <th scope="row">${witnessMessages.input(name)}</th>
              ${numberFormats.map((format) => html`<td>${formatWord(word, format)}</td>`)}
            </tr>`,
        )}
        ${result('left', witness.left)} ${result('right', witness.right)} ${renderObserved(witness)}
        ${renderPrinted(witness)}
      </tbody>
    </table>
  </div>`;
}

/** What else was looked at, where it is not the same; of much of it the beginning. */
function renderObserved(witness: Witness) {
  const of = (side: Side) => witness[side].observed ?? [];
  const names = [...new Set([...of('left'), ...of('right')].map(({ name }) => name))];
  const wordOf = (side: Side, name: string) => of(side).find((one) => one.name === name)?.value;
  const differing = names.filter((name) => wordOf('left', name) !== wordOf('right', name));
  return differing.slice(0, MAX_OBSERVED).flatMap((name) =>
    (['left', 'right'] as const).map((side) => {
      const value = wordOf(side, name);
      const kept = name.startsWith('keeps ');
      return html`<tr>
        <th scope="row">${witnessMessages.observed(side, name)}</th>
        ${
          kept || value === undefined
            ? html`<td class="outcome" colspan=${numberFormats.length}>
                ${witnessMessages.kept(value)}
              </td>`
            : numberFormats.map((format) => html`<td>${formatWord(value, format)}</td>`)
        }
      </tr>`;
    }),
  );
}

/** What both programs printed, where one did. */
function renderPrinted(witness: Witness) {
  const [left, right] = [witness.left.output, witness.right.output];
  if (left.bytes === 0 && right.bytes === 0) return nothing;
  const mark = firstDifference(left.text, right.text);
  return (['left', 'right'] as const).map((side) => {
    const { text, bytes } = witness[side].output;
    return html`<tr>
      <th scope="row">${witnessMessages.printed(side)}</th>
      <td class="outcome" colspan=${numberFormats.length}>
        ${
          bytes === 0
            ? witnessMessages.nothing
            : printed(text, mark, bytes, witnessMessages.firstDifference)
        }
      </td>
    </tr>`;
  });
}

/** Whether higher limits may say more. */
function canGoOn({ verdict, reason: { code } }: Report): boolean {
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
      ${open.map((place) => html`<li>${prose(messages.place(place, told(contract, place.inputs, signed)))}</li>`)}
      ${all > open.length ? html`<li>${messages.morePlaces(all - open.length)}</li>` : nothing}
    </ul>
  </details>`;
}

customElements.define('tm-verdict', TmVerdict);
