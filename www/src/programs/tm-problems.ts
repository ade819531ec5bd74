import { css, html, nothing } from 'lit';
import { isWlp4 } from '../engine/sources';
import type { AssembleReply, EditorDiagnostic, ListingRow, Side } from '../engine/types';
import { base } from '../kit/base';
import { formatWord } from '../kit/numbers';
import { prose } from '../kit/prose';
import { Component } from '../playground/component';
import { type Group, grouped } from './grouped';
import { editor as messages } from './messages';
import { mostImportant } from './most-important';
import { looksLikeWlp4, wlp4Name } from './source';

type Fix = NonNullable<EditorDiagnostic['fix']>;

type Located = EditorDiagnostic & { file: string };

/** Maximum number of listed problems; equal ones count once. */
const SHOWN = 100;

/** Below an editor: the assembler's errors and warnings, and its machine code. */
export class TmProblems extends Component {
  static override properties = { side: {}, fix: { attribute: false } };

  static override styles = [
    base,
    css`
      :host {
        border-block-start: 1px solid var(--line);
        font-size: var(--text-note);
      }

      p,
      summary {
        padding: 0.375rem var(--space-3);
      }

      ul {
        max-block-size: 9rem;
        overflow: auto;
      }

      li {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: 0 var(--space-3);
        padding: var(--space-1) var(--space-3);
        border-block-start: 1px solid var(--line);
        border-inline-start: 4px solid var(--open);
      }

      li.error {
        border-inline-start-color: var(--differ);
      }

      button.go {
        color: var(--ink);
        text-decoration: none;
        flex: 1 1 14rem;
      }

      button.go:hover {
        text-decoration: underline;
      }

      b {
        font-weight: 600;
      }

      .error b {
        color: var(--differ);
      }

      .warning b {
        color: var(--open);
      }

      .help {
        display: block;
        color: var(--muted);
      }

      /* The problems' line has the machine code behind it; what is opened has a line of its own. */
      .foot {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
      }

      .foot > * {
        flex: 1 1 100%;
        min-inline-size: 0;
      }

      .foot > .head,
      .foot > details:not([open]) {
        flex: 0 1 auto;
      }

      .head {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        justify-content: space-between;
        padding-inline-end: var(--space-3);
      }

      .listing {
        overflow: auto;
        max-block-size: 16rem;
        padding: 0 var(--space-3) var(--space-2);
      }

      td,
      th {
        padding: 0.0625rem var(--space-4) 0.0625rem 0;
        text-align: start;
        white-space: nowrap;
      }

      td {
        font-family: var(--mono);
        font-size: var(--text-note);
      }

      .put-in {
        color: var(--muted);
      }
    `,
  ];

  declare side: Side;
  /** Applies fixes to the shown file's text; undefined if that is read-only. */
  declare fix: ((...fixes: Fix[]) => void) | undefined;

  constructor() {
    super();
    this.side = 'left';
  }

  override render() {
    const reply = this.state.assembled[this.side];
    if (!reply) return html`<p class="muted">${messages.waiting}</p>`;
    const diagnostics = this.#located(reply);
    // Errors come first, and of these the ones in the shown file.
    const here = this.app.programs.shownFile(this.side).name;
    const isHere = ({ file }: Located) => file === here;
    const isOne = this.state.programs[this.side].length === 1;
    const rank = (one: Located) => (one.severity === 'error' ? 0 : 2) + (isHere(one) ? 0 : 1);
    const order = isOne ? diagnostics : [...diagnostics].sort((a, b) => rank(a) - rank(b));
    const groups = grouped(order);
    const firsts = groups.map(({ first }) => first);
    const listed = new Set(groups.length <= SHOWN ? firsts : mostImportant(firsts, SHOWN));
    const shown = groups.filter(({ first }) => listed.has(first));
    const { fix: apply } = this;
    const fixes = diagnostics.filter(isHere).flatMap(({ fix }) => fix ?? []);
    return html`${this.#offer()}
      <div class="foot">
      <div class="head">
        <p role="status">${summary(reply)}</p>
        ${
          fixes.length > 1 && apply
            ? html`<button type="button" class="link" @click=${() => apply(...fixes)}>
                ${messages.fixAll(fixes.length)}
              </button>`
            : nothing
        }
      </div>
      ${
        shown.length > 0
          ? html`<ul>
              ${shown.map((group) => this.#problem(group))}
              ${
                shown.length < groups.length
                  ? html`<li class="muted">${messages.moreProblems(groups.length - shown.length)}</li>`
                  : nothing
              }
            </ul>`
          : nothing
      }
      ${reply.listing?.length ? this.#listing(reply.listing) : nothing}
      </div>`;
  }

  /**
   * A file of assembly that looks like WLP4 can be read as WLP4; a WLP4 program can get an array.
   */
  #offer() {
    const { programs } = this.app;
    const { name, text } = programs.shownFile(this.side);
    if (!this.fix) return nothing;
    if (isWlp4({ name })) return html`<tm-array-hint .text=${text}></tm-array-hint>`;
    if (!looksLikeWlp4(text)) return nothing;
    const read = () => programs.renameFile(this.side, name, wlp4Name(name));
    return html`<p class="offer">
      ${messages.looksLikeWlp4}
      <button type="button" class="link" @click=${read}>${messages.readAsWlp4}</button>
    </p>`;
  }

  /** The diagnostics with their files. */
  #located({ diagnostics }: AssembleReply): Located[] {
    const sources = this.state.programs[this.side];
    return diagnostics.flatMap((said, index) =>
      said.map((diagnostic) => ({ ...diagnostic, file: sources[index]?.name ?? '' })),
    );
  }

  #problem({ first, more }: Group<Located>) {
    const { severity, line, message, from, fix, file, help } = first;
    const sources = this.state.programs[this.side];
    const { fix: apply } = this;
    const isHere = file === this.app.programs.shownFile(this.side).name;
    const where = messages.line(line, sources.length > 1 ? file : undefined);
    return html`<li class=${severity}>
      <button type="button" class="link go" @click=${() => this.app.programs.focusAt(this.side, from, file)}>
        <b>${messages.severity[severity]}</b> ${where}: ${prose(message)}
        ${help === undefined ? nothing : html`<span class="help">${prose(help)}</span>`}
        ${more.length === 0 ? nothing : html`<span class="help">${messages.alsoIn(more)}</span>`}
      </button>
      ${
        fix && isHere && apply
          ? html`<button type="button" class="link" @click=${() => apply(fix)}>
              ${prose(messages.fix(fix.title))}
            </button>`
          : nothing
      }
    </li>`;
  }

  /** The program's own words; those of linked routines are a separate list. */
  #listing(rows: readonly ListingRow[]) {
    const count = this.state.programs[this.side].length;
    const [own, linked] = [true, false].map((isOwn) =>
      rows.filter(({ file }) => file < count === isOwn),
    );
    return [
      this.#table(messages.listing, messages.listingLabel(this.side), own ?? []),
      linked?.length
        ? this.#table(messages.linked, messages.linkedLabel(this.side), linked)
        : nothing,
    ];
  }

  #table(title: string, label: string, rows: readonly ListingRow[]) {
    const words = rows.filter(({ word }) => word !== undefined).length;
    return html`<details>
      <summary>${title} <span class="muted">(${messages.words(words)})</span></summary>
      <div class="listing" role="region" tabindex="0" aria-label=${label}>
        <table>
          <thead>
            <tr>
              <th scope="col">${messages.listingColumns.address}</th>
              <th scope="col">${messages.listingColumns.word}</th>
              <th scope="col">${messages.listingColumns.text}</th>
            </tr>
          </thead>
          <tbody>
            ${rows.map(
              (row) =>
                html`<tr>
                  <td>${formatWord(row.address, 'hex')}</td>
                  <td>${row.word === undefined ? nothing : formatWord(row.word, 'hex')}</td>
                  <td>
                    ${row.labels.map((label) => `${label}: `)}${row.text}
                    ${row.expanded ? html`<span class="put-in">; ${messages.expanded}</span>` : nothing}
                  </td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </details>`;
  }
}

function summary(reply: AssembleReply): string {
  const diagnostics = reply.diagnostics.flat();
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  return messages.problems(errors, diagnostics.length - errors) || messages.noProblems;
}

customElements.define('tm-problems', TmProblems);
