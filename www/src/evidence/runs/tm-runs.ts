import { css, html, nothing } from 'lit';
import { describe, namesOf, type SomeSpec } from '../../comparison/contract';
import { ending } from '../../comparison/messages';
import { byRole, endingOf, type Run } from '../../comparison/run';
import type { RunReport } from '../../engine/types';
import { base } from '../../kit/base';
import { formatWord } from '../../kit/numbers';
import { tableStyles } from '../../kit/table';
import { sides } from '../../programs/control';
import { side } from '../../programs/messages';
import { EvidenceList } from '../evidence-list';
import { evidence } from '../messages';
import { runs as messages } from './messages';
import './tm-run-detail';

/** Number of a path's conditions in a row. */
const CONDITIONS = 4;

const head = (name: string) => html`<th scope="col">${name}</th>`;

/** A column for each input, or one for all if they are not two integers. */
const inputHeads = (contract: SomeSpec | undefined) =>
  isFew(contract)
    ? namesOf(contract).map((name) => html`<th scope="col" class="number">${name}</th>`)
    : [head(messages.columns.inputs)];

const isFew = (contract: SomeSpec | undefined) => namesOf(contract).length <= 3;

const paperHeads = (contract: SomeSpec | undefined) => [
  ...[messages.columns.number, messages.columns.driver, messages.columns.verifier].map(head),
  ...inputHeads(contract),
  head(messages.columns.path),
  html`<th scope="col" class="number">
    <abbr title=${messages.driverResult}>R<sub>D</sub></abbr>
  </th>`,
  html`<th scope="col" class="number">
    <abbr title=${messages.verifierResult}>R<sub>V</sub></abbr>
  </th>`,
];

const productHeads = (contract: SomeSpec | undefined) => [
  head(messages.columns.number),
  ...inputHeads(contract),
  ...sides.map((s) => head(messages.pathOf(s))),
  ...sides.map(
    (s) => html`<th scope="col" class="number">
      <abbr title=${messages.resultOf(s)}>${side[s].symbol} $3</abbr>
    </th>`,
  ),
];

/** The runs: pairs of paths, or as in the Tamarin paper's Fig. 5. */
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
    return this.table(this.comparison?.runs ?? [], {
      caption: messages.caption,
      none: evidence.noRuns,
      heads: (this.strategy === 'paper' ? paperHeads : productHeads)(this.#contract),
      classOf: (run) => run.agreement,
      details: (run) => messages.details(run.number),
      cells: (run) => this.#cells(run),
      detail: (run, comparison) => html`<tm-run-detail
        .comparison=${comparison}
        .run=${run}
        .numbers=${this.numbers}
      ></tm-run-detail>`,
    });
  }

  get #contract() {
    return this.comparison?.request.options.contract;
  }

  #cells(run: Run) {
    const isPaper = this.strategy === 'paper';
    const { driver, verifier } = byRole(run);
    const other = run.driver === 'left' ? 'right' : 'left';
    return html`${
      isPaper
        ? html`<td>${side[run.driver].symbol}</td>
            <td>${side[other].symbol}</td>`
        : nothing
    }
    ${
      isFew(this.#contract)
        ? run.inputs.map(
            (input) => html`<td class="number">${formatWord(input, this.numbers)}</td>`,
          )
        : html`<td>${describe(this.#contract, run.inputs, (word) => formatWord(word, this.numbers))}</td>`
    }
    <td class="path">${renderPath(run.path)}</td>
    ${isPaper ? nothing : html`<td class="path">${renderPath(run.verifier_path)}</td>`}
    ${this.#result(driver)} ${this.#result(verifier, run.agreement === 'differ')}`;
  }

  #result(run: RunReport, differs = false) {
    const mark = differs ? html` <span class="unseen">(${messages.differ})</span>` : nothing;
    const how = endingOf(run);
    if (how === 'done') {
      return html`<td class="number result">${formatWord(run.result ?? 0, this.numbers)}${mark}</td>`;
    }
    return html`<td class="number result">
      <span class="words" title=${run.fault?.message ?? nothing}>${ending[how]}</span>${mark}
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
