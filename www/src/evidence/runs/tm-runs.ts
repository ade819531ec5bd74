import { css, html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { byRole, type Run } from '../../comparison/comparison';
import { outcome } from '../../comparison/messages';
import type { RunReport } from '../../engine/types';
import { base } from '../../kit/base';
import { formatWord } from '../../kit/numbers';
import { fold, PAGE, renderGap, renderOpener, tableStyles } from '../../kit/table';
import { sides } from '../../programs/control';
import { side } from '../../programs/messages';
import { EvidenceList } from '../evidence-list';
import { evidence } from '../messages';
import { runs as messages } from './messages';
import './tm-run-detail';

/** How many of a path's conditions a row shows. */
const CONDITIONS = 4;

/** How many there are; details span them all. */
const COLUMNS = { paper: 8, product: 7 };

/** The runs: pairs of paths, or as in the paper's Fig. 5. */
export class TmRuns extends EvidenceList {
  static override styles = [
    base,
    tableStyles,
    css`
      .path {
        min-inline-size: 12rem;
      }

      /* The results matter more than the whole of the paths. */
      @container (max-width: 44rem) {
        .path {
          min-inline-size: 6.5rem;
        }

        th,
        td {
          padding-inline: 0.375rem;
        }
      }

      .differ .result {
        color: var(--differ);
        font-weight: 600;
      }

      .words {
        font-family: var(--sans);
      }

      sub {
        line-height: 1;
      }
    `,
  ];

  override render() {
    const rows = this.comparison?.runs ?? [];
    if (rows.length === 0) return html`<p class="empty muted">${evidence.noRuns}</p>`;
    const { head, hidden, tail } = fold(rows, this.limit);
    const isPaper = this.strategy === 'paper';
    return html`<div class="scroll" role="region" tabindex="0" aria-label=${messages.caption}>
      <table>
        <caption class="unseen">${messages.caption}</caption>
        <thead>
          <tr>
            <th scope="col">${messages.columns.number}</th>
            ${
              isPaper
                ? html`<th scope="col">${messages.columns.driver}</th>
                    <th scope="col">${messages.columns.verifier}</th>`
                : nothing
            }
            <th scope="col" class="number">$1</th>
            <th scope="col" class="number">$2</th>
            ${
              isPaper
                ? html`<th scope="col">${messages.columns.path}</th>`
                : sides.map((s) => html`<th scope="col">${messages.pathOf(s)}</th>`)
            }
            ${
              isPaper
                ? html`<th scope="col" class="number">
                      <abbr title=${messages.driverResult}>R<sub>D</sub></abbr>
                    </th>
                    <th scope="col" class="number">
                      <abbr title=${messages.verifierResult}>R<sub>V</sub></abbr>
                    </th>`
                : sides.map(
                    (s) => html`<th scope="col" class="number">
                      <abbr title=${messages.resultOf(s)}>${side[s].symbol} $3</abbr>
                    </th>`,
                  )
            }
          </tr>
        </thead>
        <tbody>
          ${this.#rows(head)}
          ${renderGap(hidden, COLUMNS[this.strategy], () => {
            this.limit += PAGE;
          })}
          ${this.#rows(tail)}
        </tbody>
      </table>
    </div>`;
  }

  #rows(rows: readonly Run[]) {
    return repeat(
      rows,
      (run) => run.number,
      (run) => this.#row(run),
    );
  }

  #row(run: Run) {
    const isOpen = this.open.has(run.number);
    const isPaper = this.strategy === 'paper';
    const { driver, verifier } = byRole(run);
    const other = run.driver === 'left' ? 'right' : 'left';
    return html`<tr class="${run.agreement} ${isOpen ? 'open' : ''}">
        <th scope="row">
          ${renderOpener(run.number, messages.details(run.number), isOpen, () => this.toggle(run.number))}
        </th>
        ${
          isPaper
            ? html`<td>${side[run.driver].symbol}</td>
                <td>${side[other].symbol}</td>`
            : nothing
        }
        ${run.inputs.map(
          (input) => html`<td class="number">${formatWord(input, this.numbers)}</td>`,
        )}
        <td class="path">${renderPath(run.path)}</td>
        ${isPaper ? nothing : html`<td class="path">${renderPath(run.verifier_path)}</td>`}
        ${this.#result(driver)} ${this.#result(verifier, run.agreement === 'differ')}
      </tr>
      ${
        isOpen && this.comparison
          ? html`<tr class="detail">
              <td colspan=${COLUMNS[this.strategy]}>
                <tm-run-detail
                  .comparison=${this.comparison}
                  .run=${run}
                  .numbers=${this.numbers}
                ></tm-run-detail>
              </td>
            </tr>`
          : nothing
      }`;
  }

  #result(run: RunReport, differs = false) {
    const mark = differs ? html` <span class="unseen">(${messages.differ})</span>` : nothing;
    if (run.outcome === 'done') {
      return html`<td class="number result">${formatWord(run.result ?? 0, this.numbers)}${mark}</td>`;
    }
    return html`<td class="number result">
      <span class="words" title=${run.fault?.message ?? nothing}>${outcome[run.outcome]}</span>${mark}
    </td>`;
  }
}

function renderPath(path: readonly string[]) {
  if (path.length === 0) return html`<span class="muted">${messages.noConditions}</span>`;
  const rest = path.length - CONDITIONS;
  return html`${path
    .slice(0, CONDITIONS)
    .map((condition, index) => html`${index > 0 ? ', ' : nothing}<code>${condition}</code>`)}
  ${rest > 0 ? html` <span class="muted nowrap">${messages.moreConditions(rest)}</span>` : nothing}`;
}

customElements.define('tm-runs', TmRuns);
