import { css, html, nothing } from 'lit';
import type { MapGrid } from '../../engine/types';
import { base } from '../../kit/base';
import type { NumberFormat } from '../../kit/numbers';
import { Component } from '../../playground/component';
import { stepping } from '../messages';
import { classNames } from './map-picture';
import type { Mapping } from './mapping';
import { inputsAt } from './mapping';
import { formatBoth, map as messages } from './messages';
import { type MapMachine, type Point, pointOf } from './plane';

/** Number of regions of the table in each direction. */
const REGIONS = 8;

/** A map in words: the number of cells of each kind, with an input for each, and regions. */
export class TmMapLegend extends Component {
  static override properties = { mapping: { attribute: false }, numbers: {} };

  static override styles = [
    base,
    css`
      .scroll {
        position: relative;
        overflow-x: auto;
      }

      table {
        font-size: var(--text-body);
      }

      th,
      td {
        padding: var(--space-1) var(--space-2) var(--space-1) var(--space-1);
        border-block-end: 1px solid var(--line);
        vertical-align: baseline;
        text-align: start;
      }

      thead th {
        color: var(--muted);
        font-size: var(--text-note);
      }

      tbody th {
        min-inline-size: 5.5rem;
        font-weight: 400;
      }

      tbody th,
      tbody td {
        vertical-align: top;
      }

      td.number {
        text-align: end;
        font-variant-numeric: tabular-nums;
      }

      /* The inks of a class, which its swatch sets. */
      .swatch {
        --one: transparent;
        --two: transparent;
        display: inline-block;
        inline-size: 1.125rem;
        block-size: 1.125rem;
        margin-inline-end: var(--space-2);
        vertical-align: -0.1875rem;
        border: 1px solid var(--control);
        background: var(--one);
      }

      .both-fault {
        background:
          repeating-linear-gradient(0deg, var(--two) 0 1px, transparent 1px 8px),
          repeating-linear-gradient(90deg, var(--two) 0 1px, transparent 1px 8px), var(--one);
      }

      .out-of-fuel {
        background: radial-gradient(var(--two) 0.75px, transparent 1px) 0 0 / 4px 4px var(--one);
      }

      .left-faults {
        background: repeating-linear-gradient(45deg, var(--two) 0 2px, var(--one) 2px 5.5px);
      }

      .right-faults {
        background: repeating-linear-gradient(-45deg, var(--two) 0 2px, var(--one) 2px 5.5px);
      }

      .ring {
        display: inline-block;
        inline-size: 0.875rem;
        block-size: 0.875rem;
        margin-inline: 0.125rem var(--space-2);
        vertical-align: -0.125rem;
        border: 2px solid var(--ink);
        border-radius: 50%;
      }

      p {
        font-size: var(--text-note);
        margin-block-start: var(--space-2);
        max-inline-size: 60ch;
      }

      /* A number beside its other reading is wider than its column may be. */
      button.link {
        font-family: var(--mono);
        font-size: var(--text-note);
        text-align: start;
        white-space: normal;
        overflow-wrap: anywhere;
      }

      details {
        margin-block-start: var(--space-3);
      }

      /* On paper an example is a text. */
      @media print {
        button.link {
          display: inline !important;
          color: inherit;
          text-decoration: none;
        }
      }

      .regions {
        font-size: var(--text-note);
      }

      .regions thead th,
      .regions tbody th {
        font-family: var(--mono);
        font-size: var(--text-note);
        white-space: nowrap;
      }
    `,
  ];

  declare mapping: Mapping;
  declare numbers: NumberFormat;

  constructor() {
    super();
    this.numbers = 'plain';
  }

  override render() {
    const { progress, grid, picture } = this.mapping;
    const witness = this.app.map.source.witness();
    if (!progress || !grid) return nothing;
    // The most important kind comes first.
    const rows = progress.classes.filter(({ cells }) => cells > 0).reverse();
    return html`<div class="scroll" role="region" tabindex="0" aria-label=${messages.legend}>
        <table aria-label=${messages.legend}>
          <thead>
            <tr>
              <th scope="col">${messages.columns.class}</th>
              <th scope="col">${messages.columns.cells}</th>
              <th scope="col">${messages.columns.example}</th>
            </tr>
          </thead>
          <tbody>
            ${rows.map(
              ({ class: name, cells, example }) =>
                html`<tr data-class=${name}>
                  <th scope="row">
                    <span
                      class="swatch ${name}"
                      style="--one: var(--map-${name}); --two: var(--map-${name}-2)"
                    ></span
                    >${messages.classes[name]}
                  </th>
                  <td class="number">${messages.number(cells)}</td>
                  <td>${example ? this.#open(example) : nothing}</td>
                </tr>`,
            )}
            ${
              witness
                ? html`<tr data-class="witness">
                    <th scope="row"><span class="ring"></span>${messages.witness}</th>
                    <td></td>
                    <td>${this.#open(pointOf(this.mapping.axes, witness))}</td>
                  </tr>`
                : nothing
            }
          </tbody>
        </table>
      </div>
      <p class="muted">${messages.note}</p>
      ${picture ? this.#regions(grid, picture) : nothing}`;
  }

  #open(point: Point) {
    const { mapped } = this.mapping;
    const { source } = this.app.map;
    const inputs = inputsAt(this.mapping, point);
    return html`<button
      type="button"
      class="link"
      aria-label=${stepping.openLabel(source.describe(mapped, inputs, 'plain'))}
      @click=${() => source.step(inputs)}
    >
      ${point.map((input, index) => html`<span>${formatBoth(mapped.machine, input, this.numbers)}${index === 0 ? ', ' : ''}</span>`)}
    </button>`;
  }

  #regions(grid: MapGrid, picture: Uint8Array) {
    const { machine } = this.mapping.mapped;
    const columns = parts(grid.columns.length);
    const rows = parts(grid.rows.length).reverse();
    const strongest = ([x0, x1]: Part, [y0, y1]: Part) => {
      let most = 0;
      for (let row = y0; row < y1; row += 1) {
        for (let column = x0; column < x1; column += 1) {
          most = Math.max(most, picture[row * grid.columns.length + column] ?? 0);
        }
      }
      return messages.short[classNames[most] ?? 'unseen'];
    };
    return html`<details>
      <summary>${messages.regions}</summary>
      <p class="muted">${messages.regionsNote}</p>
      <div class="scroll" role="region" tabindex="0" aria-label=${messages.regionsLabel}>
        <table class="regions" aria-label=${messages.regionsLabel}>
          <thead>
            <tr>
              <th scope="col">${messages.corner(this.mapping)}</th>
              ${columns.map((part) => html`<th scope="col">${span(machine, grid.columns, part)}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${rows.map(
              (row) =>
                html`<tr>
                  <th scope="row">${span(machine, grid.rows, row)}</th>
                  ${columns.map((column) => html`<td>${strongest(column, row)}</td>`)}
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </details>`;
  }
}

/** A half-open range of cells. */
type Part = readonly [number, number];

/** Splits cells into at most eight ranges. */
function parts(cells: number): Part[] {
  const n = Math.min(REGIONS, cells);
  const bound = (index: number) => Math.floor((index * cells) / n);
  return Array.from({ length: n }, (_, index) => [bound(index), bound(index + 1)] as const);
}

function span(machine: MapMachine, cells: MapGrid['columns'], [first, end]: Part) {
  const [from, to] = [cells[first]?.[0] ?? 0n, cells[end - 1]?.[1] ?? 0n];
  const text = (number: bigint) => machine.format(number, 'signed');
  return from === to ? text(from) : html`${text(from)} …<br />${text(to)}`;
}

customElements.define('tm-map-legend', TmMapLegend);
