import { css, html, nothing } from 'lit';

import type { Comparison } from '../comparison/comparison';
import { named, told } from '../comparison/contract';
import { type Headline, headlineOf } from '../comparison/headline';
import { endingOf } from '../comparison/run';
import { observesResult } from '../comparison/witness';
import { isSame } from '../engine/sources';
import type { RunReport, Side, Witness } from '../engine/types';
import { base } from '../kit/base';
import { cardStyles } from '../kit/card';
import { columnFormats, formatWord } from '../kit/numbers';
import { firstDifference, printed, printedStyle } from '../kit/printed';
import { prose } from '../kit/prose';
import { renderSign } from '../kit/sign';
import { tones } from '../kit/tones';
import { ExerciseComponent } from './component';
import { progressOf, taskOf } from './control';
import { messages } from './messages';
import '../comparison/tm-progress';

const sides = ['left', 'right'] as const;

/** What was found of the reader's program, in words about it and the reference. */
export class TmOutcome extends ExerciseComponent {
  static override styles = [
    base,
    printedStyle,
    cardStyles,
    css`
      .stale {
        --tone: var(--muted);
        --wash: transparent;
        border-style: dashed;
      }

      .witness {
        overflow-x: auto;
      }

      th,
      td {
        padding: 0.0625rem 1.25rem 0.0625rem 0;
        text-align: start;
        white-space: nowrap;
        font-size: var(--text-s);
      }

      td.outcome {
        white-space: pre-wrap;
      }

      thead th {
        color: var(--muted);
        font-weight: 400;
        font-size: var(--text-xs);
      }

      td {
        font-family: var(--mono);
      }
    `,
    tones,
  ];

  override render() {
    const { comparison } = this.state;
    const { sealCheck: check, trouble } = this.work;
    const progress = progressOf(this.work);
    const task = taskOf(this.work);
    const isKnown = task.reference.mode === 'open' || progress.unsealed !== undefined;
    const headline = isKnown && comparison ? headlineOf(comparison) : undefined;
    const isRunning = isKnown && comparison?.status.state === 'running';
    const words = headline?.isFinal ? titleOf(headline) : '';
    return html`<section aria-label=${messages.outcome}>
      <p class="unseen" role="status">${words || trouble || (check ? this.#sealWords() : '')}</p>
      ${trouble ? html`<div class="card differ"><p>${trouble}</p></div>` : nothing}
      ${isRunning ? html`<tm-progress></tm-progress>` : nothing}
      ${!isRunning && headline && comparison ? this.#card(comparison, headline, words) : nothing}
      ${!isKnown && check ? this.#sealCard() : nothing}
    </section>`;
  }

  #card(comparison: Comparison, headline: Headline, words: string) {
    const { program } = progressOf(this.work);
    const { status, request, difference } = comparison;
    const isStale = !isSame(program, request.right);
    const { contract } = request.options;
    const report = status.state === 'finished' ? status.report : undefined;
    return html`<div class="card ${headline.tone} ${isStale ? 'stale' : ''}" data-verdict=${headline.kind}>
      ${isStale ? html`<p>${messages.changed}</p>` : nothing}
      <h2>${renderSign(headline.sign)}<span>${words}</span></h2>
      ${
        report?.witness
          ? this.#witness(comparison, report.witness)
          : status.state === 'stopped' && difference
            ? html`<p>${told(contract, difference)}</p>`
            : nothing
      }
      ${report && !report.witness ? html`<p>${prose(report.reason.message)}</p>` : nothing}
      ${status.state === 'failed' ? html`<p>${prose(status.message)}</p>` : nothing}
    </div>`;
  }

  #witness({ request, status }: Comparison, witness: Witness) {
    const { contract } = request.options;
    const report = status.state === 'finished' ? status.report : undefined;
    // Of inputs on which a program is still running nothing is claimed.
    const isLeast = report?.witness?.minimal === true && report.reason.cuts.fuel === 0;
    const caption = isLeast ? messages.least : messages.witness;
    return html`<div class="witness" role="region" tabindex="0" aria-label=${caption}>
      <table>
        <caption class="unseen">${caption}</caption>
        <thead>
          <tr>
            <th scope="col">${caption}</th>
            ${columnFormats.map((format) => html`<th scope="col">${messages.columns[format]}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${named(contract, witness.inputs).map(({ name, word }) => row(name, word))}
          ${sides.map((side) => end(side, witness[side], observesResult(contract ?? {})))}
          ${observed(witness)} ${outputs(witness)}
        </tbody>
      </table>
    </div>`;
  }

  #sealWords(): string {
    const { sealCheck: check } = this.work;
    const task = taskOf(this.work);
    if (!check || task.reference.mode !== 'sealed') return '';
    const n = task.reference.seal.inputs.length;
    switch (check.state) {
      case 'running':
        return messages.sealRunning;
      case 'ended':
        return check.agrees ? messages.sealAgrees(n) : messages.sealDiffers(n);
      case 'unfinished':
        return messages.sealUnfinished(told(task.options.contract, check.inputs));
      case 'failed':
        return check.message;
      default:
        return check satisfies never;
    }
  }

  #sealCard() {
    const { sealCheck: check } = this.work;
    const { program } = progressOf(this.work);
    if (!check) return nothing;
    const tone = check.state === 'ended' && !check.agrees ? 'differ' : 'open';
    const isOf = check.state === 'ended' || check.state === 'unfinished';
    const isStale = isOf && !isSame(program, check.program);
    const found = check.state === 'ended' ? (check.agrees ? 'agrees' : 'differs') : check.state;
    return html`<div class="card ${tone} ${isStale ? 'stale' : ''}" data-seal=${found}>
      ${isStale ? html`<p>${messages.changed}</p>` : nothing}
      <p>${this.#sealWords()}</p>
    </div>`;
  }
}

/** The verdict in words about one's own program; where no run gives a result, that is said. */
function titleOf({ kind, sign, title }: Headline): string {
  if (kind === 'failed') return messages.failed;
  if (kind === 'stopped') return messages.stopped;
  return sign === '!' ? title : messages.titles[kind];
}

const row = (name: string, word: number) => html`<tr>
  <th scope="row">${name}</th>
  ${columnFormats.map((format) => html`<td>${formatWord(word, format)}</td>`)}
</tr>`;

const wide = (name: string, content: unknown) => html`<tr>
  <th scope="row">${name}</th>
  <td class="outcome" colspan=${columnFormats.length}>${content}</td>
</tr>`;

function end(side: Side, run: RunReport, isObserved: boolean) {
  const ending = endingOf(run);
  if (ending !== 'done') {
    const how = messages.outcomes[ending];
    return wide(messages.ends[side], run.fault ? html`${how}: ${prose(run.fault.message)}` : how);
  }
  return isObserved ? row(messages.result[side], run.result ?? 0) : nothing;
}

/** What else was looked at, where it is not the same. */
function observed(witness: Witness) {
  const other = (side: Side, name: string) =>
    witness[side].observed?.find((one) => one.name === name)?.value;
  return sides.flatMap((side) =>
    (witness[side].observed ?? [])
      .filter(({ name }) => other('left', name) !== other('right', name))
      .slice(0, 8)
      .map(({ name, value }) => row(messages.observed[side](name), value)),
  );
}

function outputs({ left, right }: Witness) {
  if (left.output.bytes + right.output.bytes === 0) return nothing;
  const mark = firstDifference(left.output.text, right.output.text);
  const both = { left: left.output, right: right.output };
  return sides.map((side) =>
    wide(
      messages.prints[side],
      both[side].bytes === 0
        ? messages.nothing
        : printed(both[side].text, mark, both[side].bytes, ''),
    ),
  );
}

customElements.define('tm-outcome', TmOutcome);
