import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { app } from '../app';
import type { Comparison } from '../comparison';
import type { Open, Report, RunReport, Side, Verdict, Witness } from '../engine/types';
import {
  debugging,
  notices,
  outcome,
  type VerdictWords,
  witness as witnessWords,
  verdict as words,
} from '../messages';
import { formatWord, numberFormats } from '../numbers';
import { fromFields } from '../options';
import { type State, Watch } from '../store';
import { base } from './base';
import { prose } from './prose';
import './tm-progress';

/** The answer, in words and with its witness; until it is complete, the progress too. */
export class TmVerdict extends LitElement {
  static override styles = [
    base,
    css`
      .card {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: 0.25rem 1.25rem;
        padding: 1rem 1.25rem;
        border: 1px solid var(--line);
        border-inline-start: 6px solid var(--tone);
        border-radius: 6px;
        background: var(--wash);
        --tone: var(--control);
        --wash: var(--surface);
      }

      [role='status']:not(:empty) + .card {
        margin-block-start: 0.5rem;
      }

      .disequivalent,
      .failed {
        --tone: var(--differ);
        --wash: var(--differ-wash);
      }

      .equivalent {
        --tone: var(--same);
        --wash: var(--same-wash);
      }

      .equivalent-up-to,
      .possibly-equivalent,
      .stopped {
        --tone: var(--open);
        --wash: var(--open-wash);
      }

      .sign {
        font: 600 2.75rem / 1 var(--sans);
        min-inline-size: 2.5rem;
        text-align: center;
        color: var(--tone);
      }

      h2 {
        font-size: 1.375rem;
        color: var(--tone);
      }

      p {
        max-inline-size: 90ch;
        overflow-wrap: anywhere;
      }

      .words > * + * {
        margin-block-start: 0.125rem;
      }

      .muted {
        font-size: 0.9375rem;
      }

      .open-places {
        grid-column: 1 / -1;
        margin-block-start: 0.5rem;
      }

      .go-on {
        grid-column: 2;
        justify-self: start;
        margin-block-start: 0.5rem;
      }

      .open-places ul {
        margin: 0.25rem 0 0;
        padding-inline-start: 1.25rem;
        max-block-size: 14rem;
        overflow-y: auto;
      }

      .witness {
        grid-column: 1 / -1;
        margin-block-start: 0.5rem;
        position: relative;
        overflow-x: auto;
      }

      .witness td {
        font-family: var(--mono);
        font-size: 0.9375rem;
      }

      .witness th,
      .witness td {
        padding: 0.125rem 1.5rem 0.125rem 0;
        vertical-align: baseline;
        white-space: nowrap;
      }

      .witness thead th {
        font-weight: 400;
        font-size: 0.875rem;
        color: var(--muted);
      }

      .witness td.outcome {
        font-family: var(--sans);
        white-space: normal;
      }

      .follow {
        margin: 0.5rem 0.25rem 0.25rem 0;
      }

      @media (max-width: 30rem) {
        .card {
          padding: 0.75rem;
          column-gap: 0.75rem;
        }

        .sign {
          font-size: 2rem;
          min-inline-size: 1.5rem;
        }

        .witness th,
        .witness td {
          padding-inline-end: 0.625rem;
          font-size: 0.8125rem;
        }
      }
    `,
  ];

  readonly #seen = new Watch(
    this,
    app.store,
    (state) => [state.comparison, isChanged(state)] as const,
  );

  /** Puts the keyboard on the answer. */
  override focus(): void {
    this.renderRoot.querySelector('section')?.focus();
  }

  override render() {
    const [comparison, changed] = this.#seen.value;
    const isRunning = comparison?.status.state === 'running';
    // The status is there from the start, so that a screen reader notices what comes into it.
    return html`<section aria-label=${words.label} tabindex="-1">
      <div role="status">${comparison ? this.#answer(comparison, changed) : nothing}</div>
      ${isRunning ? html`<div class="card"><tm-progress></tm-progress></div>` : nothing}
    </section>`;
  }

  #answer(comparison: Comparison, changed: boolean) {
    const { status, request, difference } = comparison;
    switch (status.state) {
      case 'running':
        // That they differ is certain before the input to show it with is.
        return difference
          ? card('disequivalent', words.words.disequivalent, [words.soFar(difference)], {
              soFar: true,
            })
          : nothing;
      case 'finished': {
        const { verdict, reason, witness } = status.report;
        const isProof = verdict === 'equivalent' || verdict === 'equivalent-up-to';
        const title = reason.code === 'cancelled' ? words.stopped : words.words[verdict];
        return card(
          verdict,
          title,
          [
            words.meaning(status.report, request.options.fuel),
            prose(reason.message),
            ...(isProof ? [words.restsOn(refuted(comparison))] : []),
            html`<span class="muted">${words.stats(status.report, comparison)}</span>`,
            ...(changed ? [notices.changed] : []),
          ],
          {
            evidence: html`${witness ? renderWitness(witness) : nothing}${renderOpen(status.report)}${
              canGoOn(status.report)
                ? html`<button type="button" class="go-on" @click=${() => app.goOn()}>
                    ${words.goOn}
                  </button>`
                : nothing
            }`,
          },
        );
      }
      case 'stopped':
        return difference
          ? card('disequivalent', words.words.disequivalent, [words.cutOff(difference)])
          : card('stopped', words.stopped, [words.open]);
      case 'failed':
        return card('failed', words.failed, [prose(status.message)]);
      default:
        return status satisfies never;
    }
  }
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

function card(
  kind: Verdict | 'stopped' | 'failed',
  { sign, title }: VerdictWords,
  paragraphs: unknown[],
  { evidence, soFar = false }: { evidence?: TemplateResult; soFar?: boolean } = {},
) {
  return html`<div class="card ${kind}" data-verdict=${soFar ? nothing : kind}>
    <span class="sign" aria-hidden="true">${sign}</span>
    <div class="words">
      <h2>${title}</h2>
      ${paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}
    </div>
    ${evidence ?? nothing}
  </div>`;
}

function renderWitness(witness: Witness) {
  const result = (side: Side, run: RunReport) =>
    html`<tr>
      <th scope="row">${witnessWords.result(side)}</th>
      ${
        run.outcome === 'done'
          ? numberFormats.map((format) => html`<td>${formatWord(run.result ?? 0, format)}</td>`)
          : html`<td class="outcome" colspan=${numberFormats.length}>
              ${outcome[run.outcome]}${run.fault ? html`: ${prose(run.fault.message)}` : nothing}
            </td>`
      }
    </tr>`;
  return html`<div class="witness" role="region" tabindex="0" aria-label=${witnessWords.caption}>
    <table>
      <caption class="unseen">${witnessWords.caption}</caption>
      <thead>
        <tr>
          <th scope="col"><span class="unseen">${witnessWords.columns.value}</span></th>
          ${numberFormats.map((format) => html`<th scope="col">${witnessWords.columns[format]}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${([1, 2] as const).map(
          (register) =>
            html`<tr>
              <th scope="row">${witnessWords.input(register)}</th>
              ${numberFormats.map(
                (format) => html`<td>${formatWord(witness.inputs[register - 1] ?? 0, format)}</td>`,
              )}
            </tr>`,
        )}
        ${result('left', witness.left)} ${result('right', witness.right)}
      </tbody>
    </table>
    <button
      type="button"
      class="follow"
      aria-label=${debugging.openLabel(witness.inputs)}
      @click=${() => app.debug(witness.inputs)}
    >
      ${debugging.open}
    </button>
  </div>`;
}

/** Whether higher limits may say more. */
function canGoOn({ verdict, reason: { code } }: Report): boolean {
  return (
    verdict === 'equivalent-up-to' || (verdict === 'possibly-equivalent' && code !== 'paths-tried')
  );
}

/** Where the search stopped looking, place by place. */
function renderOpen({ reason: { open, cuts }, witness }: Report) {
  // Beside a witness nobody asks what else there is.
  if (open.length === 0 || witness) return nothing;
  const all = Object.values(cuts).reduce((sum, n) => sum + n, 0);
  return html`<details class="open-places">
    <summary>${words.openPlaces(all)}</summary>
    <ul>
      ${open.map((place: Open) => html`<li>${prose(words.place(place))}</li>`)}
      ${all > open.length ? html`<li>${words.morePlaces(all - open.length)}</li>` : nothing}
    </ul>
  </details>`;
}

/** Whether what is in the editors and fields is something else than what was compared. */
function isChanged({ comparison, programs, options }: State): boolean {
  if (!comparison) return false;
  const { left, right, options: compared } = comparison.request;
  const reading = fromFields(options);
  return (
    left !== programs.left ||
    right !== programs.right ||
    !reading.ok ||
    JSON.stringify(reading.options) !== JSON.stringify(compared)
  );
}

customElements.define('tm-verdict', TmVerdict);
