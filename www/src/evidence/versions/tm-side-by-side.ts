import { css, html, LitElement, nothing } from 'lit';

import type {
  LineView,
  ProvedReport,
  RowView,
  SectionView,
  VersionsView,
} from '../../engine/types';
import { base } from '../../kit/base';
import { versions as messages } from './messages';

/** Two listings of any machine; there are blocks where a solver compared some. */
type Listings = Pick<VersionsView, 'sections' | 'marks'> & {
  procedures: readonly { name: string }[];
  report?: VersionsView['report'];
};

/** Two listings with corresponding instructions in one row, and the result for each row. */
export class TmSideBySide extends LitElement {
  static override properties = {
    view: { attribute: false },
    unfolded: { state: true },
    open: { state: true },
  };

  static override styles = [
    base,
    css`
      .scroll {
        position: relative;
        overflow-x: auto;
        border: 1px solid var(--line);
        border-radius: var(--radius-m);
        background: var(--surface);
      }

      h4 {
        margin-block: var(--space-3) var(--space-1);
        font-size: var(--text-body);
        font-family: var(--mono);
        overflow-wrap: anywhere;
      }

      table {
        inline-size: 100%;
        table-layout: fixed;
        font-size: var(--text-note);
      }

      th,
      td {
        padding: 0.0625rem var(--space-2);
        text-align: start;
        vertical-align: baseline;
      }

      thead th {
        color: var(--muted);
        background: var(--sunken);
      }

      th.mark {
        inline-size: 11rem;
      }

      @container (max-width: 44rem) {
        th.mark {
          inline-size: 8rem;
        }

        td,
        th {
          padding-inline: var(--space-1);
        }
      }

      td {
        line-height: 1.6;
      }

      td.text {
        font-family: var(--mono);
        overflow-wrap: anywhere;
      }

      td.text > div {
        display: grid;
        grid-template-columns: 2.25rem minmax(0, 1fr);
        gap: 0 var(--space-2);
      }

      .number {
        color: var(--muted);
        text-align: end;
        user-select: none;
      }

      .label {
        color: var(--code-label);
      }

      .note {
        font-family: var(--sans);
        color: var(--muted);
      }

      td.mark {
        color: var(--muted);
        overflow-wrap: anywhere;
      }

      tr.same td.text,
      tr.unseen td.text {
        color: var(--muted);
      }

      tr.same .label,
      tr.unseen .label {
        color: inherit;
      }

      tr.pattern td {
        background: var(--same-wash);
      }

      tr.block td {
        background: var(--accent-wash);
      }

      tr.carried td {
        background: var(--open-wash);
      }

      tr.changed td {
        background: var(--differ-wash);
      }

      tr.changed td.mark {
        color: var(--differ);
        font-weight: 600;
      }

      tr.open td {
        border-block-start: 2px solid var(--open);
      }

      tr.open td.mark strong {
        color: var(--open);
      }

      td.none {
        background: var(--sunken) !important;
      }

      td button.link {
        min-height: 0;
        font-size: inherit;
      }

      .detail > td {
        padding: var(--space-2) var(--space-3);
        background: var(--sunken);
      }

      .detail p {
        max-inline-size: 75ch;
      }

      .detail ul {
        list-style: disc;
        padding-inline-start: 1.25rem;
        margin-block-end: var(--space-2);
      }

      .detail code {
        overflow-wrap: anywhere;
      }

      /* One below the other, and what is the same once. */
      @container (max-width: 30rem) {
        thead {
          position: absolute;
          inline-size: 1px;
          block-size: 1px;
          overflow: hidden;
          clip-path: inset(50%);
        }

        table,
        tbody {
          display: block;
        }

        tbody tr {
          display: block;
          border-block-end: 1px solid var(--line);
        }

        tbody td {
          display: block;
          inline-size: auto;
        }

        td.none,
        tr.same td.old:not(.none) ~ td {
          display: none;
        }

        td.mark {
          padding-inline-start: 3rem;
        }

        tr:not(.same) td.old .number::before {
          content: '− ';
        }

        tr:not(.same) td.recent .number::before {
          content: '+ ';
        }
      }

      @media (forced-colors: active) {
        tr.changed td.text {
          font-weight: 700;
        }
      }

      @media print {
        .scroll {
          border: none;
        }

        tr {
          print-color-adjust: exact;
        }

        /* What they say belongs to the table. */
        :is(th, td) button.link {
          display: inline !important;
          color: inherit;
          text-decoration: none;
        }
      }
    `,
  ];

  declare view: Listings;
  /** The unfolded pieces, by their sections and start. */
  declare unfolded: ReadonlySet<string>;
  /** The rows whose block details are open, by their sections and positions. */
  declare open: ReadonlySet<string>;

  constructor() {
    super();
    this.unfolded = new Set();
    this.open = new Set();
  }

  /** Other versions begin folded. */
  override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has('view') || changed.get('view') === undefined) return;
    this.unfolded = new Set();
    this.open = new Set();
  }

  /** Scrolls to a section. */
  goTo(section: number): void {
    const head = this.renderRoot.querySelector<HTMLElement>(`#section-${section}`);
    head?.scrollIntoView({ block: 'start' });
    head?.focus({ preventScroll: true });
  }

  override render() {
    return this.view.sections.map((section, index) => this.#section(section, index));
  }

  #section({ name, pieces }: SectionView, index: number) {
    const { heads } = messages;
    return html`<h4 id="section-${index}" tabindex="-1">${messages.section(name)}</h4>
      <div class="scroll" role="region" tabindex="0" aria-label=${messages.sectionLabel(name)}>
        <table>
          <caption class="unseen">${messages.sectionLabel(name)}</caption>
          <thead>
            <tr>
              <th scope="col">${heads.old}</th>
              <th scope="col" class="mark">${heads.mark}</th>
              <th scope="col">${heads.recent}</th>
            </tr>
          </thead>
          <tbody>
            ${pieces.map(({ folded, rows }, piece) => {
              const key = `${index}:${piece}`;
              return folded && !this.unfolded.has(key)
                ? html`<tr>
                    <td colspan="3">
                      <button type="button" class="link" @click=${() => this.#unfold(key)}>
                        ${messages.folded(rows.length)}
                      </button>
                    </td>
                  </tr>`
                : rows.map((row, at) => this.#row(row, `${key}:${at}`));
            })}
          </tbody>
        </table>
      </div>`;
  }

  #row(row: RowView, key: string) {
    const [old, recent] = row.sides;
    const look = looks[row.mark] ?? 'pattern';
    const isOpen = this.open.has(key);
    return html`<tr class="${look} ${row.open ? 'open' : ''}" data-mark=${row.mark}>
        ${this.#text(old ?? undefined, 'old')}
        <td class="mark">${this.#mark(row, key, isOpen)}</td>
        ${this.#text(recent ?? undefined, 'recent')}
      </tr>
      ${isOpen ? this.#block(row) : nothing}`;
  }

  #text(line: LineView | undefined, side: 'old' | 'recent') {
    if (!line)
      return html`<td class="text none ${side}"><span class="unseen">${messages.nothing}</span></td>`;
    const { labels, text, elsewhere, pointer } = line;
    const notes = [
      elsewhere == null ? undefined : messages.elsewhere(elsewhere),
      pointer ? messages.pointer : undefined,
    ].filter((note) => note !== undefined);
    return html`<td class="text ${side}">
      <div>
        <span class="number">${line.line?.line ?? nothing}</span>
        <span
          >${labels.map((label) => html`<span class="label">${label}:</span> `)}${text}${notes.map(
            (note) => html` <span class="note">(${note})</span>`,
          )}</span
        >
      </div>
    </td>`;
  }

  #mark(row: RowView, key: string, isOpen: boolean) {
    const { sign, label } = this.view.marks.find(({ name }) => name === row.mark) ?? unmarked;
    const name = row.mark === 'same' ? '' : label;
    const place = row.open ? html`<strong>${messages.open}</strong>` : nothing;
    if (row.block == null || row.procedure == null) {
      return html`<span aria-hidden="true">${sign}</span> ${name} ${place}`;
    }
    const of = this.view.procedures[row.procedure]?.name ?? '';
    return html`<button
        type="button"
        class="link"
        aria-expanded=${isOpen}
        aria-label=${messages.blockLabel(row.block, of)}
        @click=${() => this.#toggle(key)}
      >
        ${sign} ${messages.block(row.block)}
      </button>
      ${place}`;
  }

  #block({ procedure, block }: RowView) {
    const blocks = this.view.report?.procedures[procedure ?? 0]?.blocks;
    const proved = blocks?.[block ?? 0];
    return proved ? html`<tr class="detail"><td colspan="3">${detail(proved)}</td></tr>` : nothing;
  }

  #unfold(key: string): void {
    this.unfolded = new Set([...this.unfolded, key]);
  }

  #toggle(key: string): void {
    const open = new Set(this.open);
    if (!open.delete(key)) open.add(key);
    this.open = open;
  }
}

/** The looks of rows by their marks; any other is a pattern. */
const looks: Readonly<Record<string, string>> = {
  same: 'same',
  unseen: 'unseen',
  aside: 'unseen',
  carried: 'carried',
  changed: 'changed',
  block: 'block',
};

const unmarked = { sign: '', label: '' };

/** A solver's query about two blocks, and its result. */
function detail({ at, to, before, after }: ProvedReport) {
  const list = (words: readonly string[]) =>
    words.length === 0
      ? html`<p class="muted">${messages.noWords}</p>`
      : html`<ul>
          ${words.map((each) => html`<li><code>${each}</code></li>`)}
        </ul>`;
  return html`<p>${messages.asked}</p>
    <p><strong>${messages.blockFrom(at)}.</strong> ${messages.before}:</p>
    ${list(before)}
    <p><strong>${messages.blockTo(to)}.</strong> ${messages.after}:</p>
    ${list(after)}`;
}

customElements.define('tm-side-by-side', TmSideBySide);
