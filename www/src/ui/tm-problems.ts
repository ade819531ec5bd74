import { css, html, LitElement, nothing } from 'lit';

import { app } from '../app';
import type { AssembleReply, EditorDiagnostic, ListingRow, Side } from '../engine/types';
import { editor as words } from '../messages';
import { formatWord } from '../numbers';
import { Watch } from '../store';
import { base } from './base';
import { prose } from './prose';

type Fix = NonNullable<EditorDiagnostic['fix']>;

/** Under an editor: the assembler's errors and warnings, and its machine code. */
export class TmProblems extends LitElement {
  static override properties = { side: {}, fix: { attribute: false } };

  static override styles = [
    base,
    css`
      :host {
        border-block-start: 1px solid var(--line);
        font-size: 0.875rem;
      }

      p,
      summary {
        padding: 0.375rem 0.75rem;
      }

      ul {
        max-block-size: 9rem;
        overflow: auto;
      }

      li {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: 0 0.75rem;
        padding: 0.25rem 0.75rem;
        border-block-start: 1px solid var(--line);
        border-inline-start: 4px solid var(--open);
      }

      li.error {
        border-inline-start-color: var(--differ);
      }

      .go {
        color: var(--ink);
        text-decoration: none;
        flex: 1 1 14rem;
      }

      .go:hover {
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

      .listing {
        overflow: auto;
        max-block-size: 16rem;
        padding: 0 0.75rem 0.5rem;
      }

      td,
      th {
        padding: 0.0625rem 1rem 0.0625rem 0;
        text-align: start;
        white-space: nowrap;
      }

      td {
        font-family: var(--mono);
        font-size: 0.8125rem;
      }

      .put-in {
        color: var(--muted);
      }
    `,
  ];

  declare side: Side;
  /** Applies a fix to the editor's text. */
  declare fix: (fix: Fix) => void;

  readonly #assembled = new Watch(
    this,
    app.store,
    // `side` is set after the watch is made.
    (state) => [state.assembled.left, state.assembled.right] as const,
  );

  constructor() {
    super();
    this.side = 'left';
    this.fix = () => {};
  }

  override render() {
    const reply = this.#assembled.value[this.side === 'left' ? 0 : 1];
    if (!reply) return html`<p class="muted">${words.waiting}</p>`;
    return html`<p role="status">${summary(reply)}</p>
      ${
        reply.diagnostics.length > 0
          ? html`<ul>${reply.diagnostics.map((diagnostic) => this.#problem(diagnostic))}</ul>`
          : nothing
      }
      ${reply.listing?.length ? this.#listing(reply.listing) : nothing}`;
  }

  #problem({ severity, line, message, from, fix }: EditorDiagnostic) {
    return html`<li class=${severity}>
      <button type="button" class="link go" @click=${() => app.focusAt(this.side, from)}>
        <b>${words.severity[severity]}</b> ${words.line(line)}: ${prose(message)}
      </button>
      ${
        fix
          ? html`<button type="button" class="link" @click=${() => this.fix(fix)}>
              ${prose(words.fix(fix.title))}
            </button>`
          : nothing
      }
    </li>`;
  }

  #listing(rows: readonly ListingRow[]) {
    return html`<details>
      <summary>${words.listing} <span class="muted">(${words.words(rows.length)})</span></summary>
      <div class="listing" role="region" tabindex="0" aria-label=${words.listingLabel(this.side)}>
        <table>
          <thead>
            <tr>
              <th scope="col">${words.listingColumns.address}</th>
              <th scope="col">${words.listingColumns.word}</th>
              <th scope="col">${words.listingColumns.text}</th>
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
                    ${row.expanded ? html`<span class="put-in">; ${words.expanded}</span>` : nothing}
                  </td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </details>`;
  }
}

function summary({ diagnostics }: AssembleReply): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  return words.problems(errors, diagnostics.length - errors) || words.noProblems;
}

customElements.define('tm-problems', TmProblems);
