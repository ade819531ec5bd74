import { css, html, nothing } from 'lit';
import { ending } from '../../comparison/messages';
import { endingOf } from '../../comparison/run';
import { base } from '../../kit/base';
import { tableStyles } from '../../kit/table';
import { formatAnyWord } from '../../kit/words';
import { sides } from '../../programs/control';
import { side } from '../../programs/messages';
import { EvidenceList, stackedStyles } from '../evidence-list';
import { evidence } from '../messages';
import { describeInputs, type Searched, type ShownEnd, type ShownRun } from '../searched';
import { runs as messages } from './messages';
import './tm-run-detail';

/** Number of a path's conditions in a row. */
const CONDITIONS = 4;

const head = (name: string) => html`<th role="columnheader" scope="col">${name}</th>`;

/** A column for each input, or one for all if they are not few words. */
const inputHeads = (search: Searched) =>
  isFew(search)
    ? search.names.map(
        (name) => html`<th role="columnheader" scope="col" class="number">${name}</th>`,
      )
    : [head(messages.columns.inputs)];

const isFew = ({ names }: Searched) => names.length > 1 && names.length <= 3;

const paperHeads = (search: Searched) => [
  ...[messages.columns.number, messages.columns.driver, messages.columns.verifier].map(head),
  ...inputHeads(search),
  head(messages.columns.path),
  html`<th role="columnheader" scope="col" class="number">
    <abbr title=${messages.driverResult}>R<sub>D</sub></abbr>
  </th>`,
  html`<th role="columnheader" scope="col" class="number">
    <abbr title=${messages.verifierResult}>R<sub>V</sub></abbr>
  </th>`,
];

const productHeads = (search: Searched) => [
  head(messages.columns.number),
  ...inputHeads(search),
  ...sides.map((s) => head(messages.pathOf(s))),
  ...sides.map(
    (s) => html`<th role="columnheader" scope="col" class="number">
      <abbr title=${messages.resultOf(s)}>${side[s].symbol} ${search.result}</abbr>
    </th>`,
  ),
];

/** The runs: pairs of paths, or as in the Tamarin paper's Fig. 5. */
export class TmRuns extends EvidenceList {
  static override styles = [
    base,
    tableStyles,
    stackedStyles,
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

        /* Both notations of a word of 64 bits are too long for one line. */
        td.number {
          white-space: normal;
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
    const { search } = this;
    if (!search) return html`<p class="empty muted">${evidence.noRuns}</p>`;
    return this.table(search.runs, {
      caption: messages.caption,
      none: evidence.noRuns,
      heads: (this.strategy === 'paper' ? paperHeads : productHeads)(search),
      classOf: (run) => run.agreement,
      details: (run) => messages.details(run.number),
      cells: (run) => this.#cells(run, search),
      detail: (run) => html`<tm-run-detail
        .search=${search}
        .run=${run}
        .numbers=${this.numbers}
      ></tm-run-detail>`,
    });
  }

  #cells(run: ShownRun, search: Searched) {
    const isPaper = this.strategy === 'paper';
    const other = run.driver === 'left' ? 'right' : 'left';
    const [driver, verifier] = [run[run.driver], run[other]];
    return html`${
      isPaper
        ? html`<td role="cell">${side[run.driver].symbol}</td>
            <td role="cell">${side[other].symbol}</td>`
        : nothing
    }
    ${
      isFew(search)
        ? run.inputs.map(
            (input) =>
              html`<td role="cell" class="number">${formatAnyWord(input, this.numbers)}</td>`,
          )
        : html`<td role="cell" class="whole">${describeInputs(search, run.inputs, this.numbers)}</td>`
    }
    <td role="cell" class="path">${renderPath(run, run.path)}</td>
    ${isPaper ? nothing : html`<td role="cell" class="path">${renderPath(run, run.verifier_path)}</td>`}
    ${this.#result(driver)} ${this.#result(verifier, run.agreement === 'differ')}`;
  }

  #result(run: ShownEnd, differs = false) {
    const mark = differs ? html` <span class="unseen">(${messages.differ})</span>` : nothing;
    const how = endingOf(run);
    if (how === 'done') {
      return html`<td role="cell" class="number result">${formatAnyWord(run.result ?? 0, this.numbers)}${mark}</td>`;
    }
    return html`<td role="cell" class="number result">
      <span class="words" title=${run.fault?.message ?? nothing}>${ending[how]}</span>${mark}
    </td>`;
  }
}

function renderPath({ growth }: ShownRun, path: readonly string[]) {
  if (!growth) return html`<span class="muted">${messages.sample}</span>`;
  if (path.length === 0) return html`<span class="muted">${messages.noConditions}</span>`;
  const rest = path.length - CONDITIONS;
  return html`${path
    .slice(0, CONDITIONS)
    .map((condition, index) => html`${index > 0 ? ', ' : nothing}<code>${condition}</code>`)}
  ${rest > 0 ? html` <span class="muted nowrap">${messages.moreConditions(rest)}</span>` : nothing}`;
}

customElements.define('tm-runs', TmRuns);
