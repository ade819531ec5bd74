import { css, html, nothing } from 'lit';

import type { Values } from '../engine/types';
import { firstDifference, printed } from '../kit/printed';
import { witness as messages } from './messages';

/** An input on which the programs differ, as a row of the table. */
export interface Case {
  kind: 'witness' | 'example';
  /** The label, such as an example or the smallest input. */
  label: string;
  values: Values;
}

/** A row that reserves space for a later case, so that the content below does not move. */
export const ROOM = 'room';

type Observed = Values['observed'][number];

/** A table of inputs with each program's results; all values are formatted by the engine. */
export function renderCases(rows: readonly (Case | typeof ROOM)[]) {
  const cases = rows.filter((row) => row !== ROOM);
  const [first] = cases;
  if (!first) return nothing;
  const inputs = named(cases.flatMap(({ values }) => values.inputs));
  const observed = named(cases.flatMap(({ values }) => values.observed));
  const [left, right] = first.values.programs;
  const head = (program: string, { name }: Observed) =>
    html`<th scope="col" class="program">${messages.observed(program, name)}</th>`;
  return html`<div class="witness" role="region" tabindex="0" aria-label=${messages.caption}>
    <table>
      <caption class="unseen">${messages.caption}</caption>
      <thead>
        <tr>
          <td></td>
          ${inputs.map(({ name }) => html`<th scope="col">${name}</th>`)}
          ${observed.flatMap((one) => [head(left, one), head(right, one)])}
        </tr>
      </thead>
      <tbody>
        ${rows.map((row) => {
          if (row === ROOM) return html`<tr class="room" aria-hidden="true"><td>&nbsp;</td></tr>`;
          const { kind, label, values } = row;
          const of = ({ name }: Observed) => values.observed.find((one) => one.name === name);
          return html`<tr data-case=${kind}>
            <th scope="row">${label}</th>
            ${inputs.map(({ name }) => html`<td data-input=${name}>${textOf(values, name)}</td>`)}
            ${observed.flatMap((one) => [cell('left', of(one)), cell('right', of(one))])}
          </tr>`;
        })}
      </tbody>
    </table>
  </div>`;
}

const textOf = ({ inputs }: Values, name: string): string =>
  inputs.find((input) => input.name === name)?.text ?? '';

/** The first entry of each name, in order. */
function named<T extends { name: string }>(all: readonly T[]): T[] {
  return [...new Map(all.toReversed().map((one) => [one.name, one])).values()].toReversed();
}

function cell(side: 'left' | 'right', observed: Observed | undefined) {
  if (!observed) return html`<td></td>`;
  const { kind, name, left, right } = observed;
  const text = side === 'left' ? left : right;
  if (kind !== 'output') {
    return html`<td class=${kind} data-observed=${name} data-side=${side}>${text}</td>`;
  }
  const mark = firstDifference(left, right);
  return html`<td class=${kind} data-observed=${name} data-side=${side}>
    ${text === '' ? messages.nothing : printed(text, mark, text.length, messages.firstDifference)}
  </td>`;
}

export const witnessStyles = css`
  .witness {
    position: relative;
    overflow-x: auto;
  }

  .witness th,
  .witness td {
    padding: 0.125rem var(--space-5) 0.125rem 0;
    text-align: start;
    vertical-align: baseline;
    white-space: nowrap;
  }

  /* Where there is no room, the hexadecimal number stands below the decimal one. */
  .witness td {
    font-family: var(--mono);
    font-size: var(--text-body);
    white-space: normal;
  }

  .witness thead th {
    font-weight: 400;
    font-size: var(--text-note);
    color: var(--muted);
  }

  .witness td.end,
  .witness td.kept,
  .witness td.output {
    font-family: var(--sans);
    white-space: normal;
    min-inline-size: 8rem;
  }
`;
