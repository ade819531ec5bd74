import { css, html, nothing } from 'lit';

import type { RunReport, Side, Witness } from '../engine/types';
import { columnFormats, formatWord } from '../kit/numbers';
import { firstDifference, printed } from '../kit/printed';
import { prose } from '../kit/prose';
import { named, type SomeSpec } from './contract';
import { ending, witness as witnessMessages } from './messages';
import { endingOf } from './run';

/** Things that differ beside the results that are listed. */
const MAX_OBSERVED = 8;

/** Whether `$3` is looked at; its name may stand within a range of registers. */
export function observesResult({ observe }: SomeSpec): boolean {
  const holds = (item: string) => {
    const [, from, to = from] = /^\$(\d+)(?:\.\.\$(\d+))?$/.exec(item.trim()) ?? [];
    return Number(from) <= 3 && 3 <= Number(to);
  };
  return (observe ?? ['$3']).some(holds);
}

/** What a table of values shows: an input, and a run of each program. */
export type Shown = Pick<Witness, 'inputs' | Side>;

/** The input on which the programs differ, with what each does on it. */
export function renderWitness(contract: SomeSpec | undefined, witness: Shown) {
  const result = (side: Side, run: RunReport) => {
    // What does not count is not beside what differs.
    const how = endingOf(run);
    if (how === 'done' && contract && !observesResult(contract)) return nothing;
    return html`<tr>
      <th scope="row">${witnessMessages.result(side)}</th>
      ${
        how === 'done'
          ? columnFormats.map((format) => html`<td>${formatWord(run.result ?? 0, format)}</td>`)
          : html`<td class="outcome" colspan=${columnFormats.length}>
              ${ending[how]}${run.fault ? html`: ${prose(run.fault.message)}` : nothing}
              ${run.proved ? html`<ul>${run.proved.says.map((says) => html`<li>${says}</li>`)}</ul>` : nothing}
            </td>`
      }
    </tr>`;
  };
  return html`<div class="witness" role="region" tabindex="0" aria-label=${witnessMessages.caption}>
    <table>
      <caption class="unseen">${witnessMessages.caption}</caption>
      <thead>
        <tr>
          <th scope="col"><span class="unseen">${witnessMessages.columns.value}</span></th>
          ${columnFormats.map((format) => html`<th scope="col">${witnessMessages.columns[format]}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${named(contract, witness.inputs).map(
          ({ name, word }) =>
            html`<tr>
              <th scope="row">${witnessMessages.input(name)}</th>
              ${columnFormats.map((format) => html`<td>${formatWord(word, format)}</td>`)}
            </tr>`,
        )}
        ${result('left', witness.left)} ${result('right', witness.right)} ${renderObserved(witness)}
        ${renderPrinted(witness)}
      </tbody>
    </table>
  </div>`;
}

/** What else was looked at, where it is not the same; of much of it the beginning. */
function renderObserved(witness: Shown) {
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
            ? html`<td class="outcome" colspan=${columnFormats.length}>
                ${witnessMessages.kept(value)}
              </td>`
            : columnFormats.map((format) => html`<td>${formatWord(value, format)}</td>`)
        }
      </tr>`;
    }),
  );
}

/** What both programs printed, where one did. */
function renderPrinted(witness: Shown) {
  const [left, right] = [witness.left.output, witness.right.output];
  if (left.bytes === 0 && right.bytes === 0) return nothing;
  const mark = firstDifference(left.text, right.text);
  return (['left', 'right'] as const).map((side) => {
    const { text, bytes } = witness[side].output;
    return html`<tr>
      <th scope="row">${witnessMessages.printed(side)}</th>
      <td class="outcome" colspan=${columnFormats.length}>
        ${
          bytes === 0
            ? witnessMessages.nothing
            : printed(text, mark, bytes, witnessMessages.firstDifference)
        }
      </td>
    </tr>`;
  });
}

export const witnessStyles = css`
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
    padding: 0.0625rem var(--space-5) 0.0625rem 0;
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
`;
