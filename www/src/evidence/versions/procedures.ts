/** The procedures of two versions as a table, and the marks of their listings, for any machine. */

import { css, html, nothing, type TemplateResult } from 'lit';
import type { VersionsVerdict, VersionsView } from '../../engine/types';
import { tableStyles } from '../../kit/table';
import { versions as messages } from './messages';

/** A pair of procedures. */
export interface ProcedureRow {
  name: string | TemplateResult;
  verdict: VersionsVerdict;
  /** Why that is known or not, in sentences. */
  why: readonly string[];
  /** What shows that they are equal. */
  by: string;
}

/** The styles of the table, and of verdicts on versions. */
export const procedureStyles = [
  tableStyles,
  css`
    .verdict {
      font-weight: 600;
      font-size: var(--text-title);
    }

    .equal,
    .equal-up-to {
      color: var(--same);
    }

    .different {
      color: var(--differ);
    }

    .unknown {
      color: var(--open);
    }

    .why {
      color: var(--ink);
      font-size: var(--text-note);
    }

    td,
    tbody th {
      overflow-wrap: anywhere;
      /* The baseline of a button is that of its last line. */
      vertical-align: top;
      text-align: start;
    }

    td.long {
      min-inline-size: 9rem;
    }

    dl {
      display: grid;
      grid-template-columns: max-content minmax(0, 1fr);
      gap: 0.125rem var(--space-3);
      font-size: var(--text-body);
    }

    dt {
      white-space: nowrap;
    }

    dd {
      margin: 0;
    }

    @container (max-width: 40rem) {
      dl {
        grid-template-columns: minmax(0, 1fr);
      }

      dt {
        font-weight: 600;
      }
    }

    @media print {
      /* What they say belongs to the table. */
      :is(th, td) button.link {
        display: inline !important;
        color: inherit;
        text-decoration: none;
      }
    }
  `,
];

/** The name of a pair of procedures, which leads to its lines. */
export const renderName = (
  name: string,
  section: number | null | undefined,
  goTo: (section: number) => void,
): string | TemplateResult =>
  section == null
    ? name
    : html`<button
        type="button"
        class="link"
        aria-label=${messages.jump(name)}
        @click=${() => goTo(section)}
      >
        ${name}
      </button>`;

/** The meanings of marks, folded. */
export const renderMarks = (marks: VersionsView['marks']) =>
  html`<details>
    <summary>${messages.marks}</summary>
    <dl>
      ${marks.map(
        ({ sign, label, says, rows }) =>
          html`<dt>${sign} ${label}</dt>
            <dd class="muted">${says} (${messages.rows(rows)})</dd>`,
      )}
    </dl>
  </details>`;

export const renderProcedures = (rows: readonly ProcedureRow[]) =>
  html`<div class="scroll" role="region" tabindex="0" aria-label=${messages.procedures}>
    <table>
      <caption class="unseen">${messages.procedures}</caption>
      <thead>
        <tr>
          ${Object.values(messages.columns).map((name) => html`<th scope="col">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ name, verdict, why, by }) =>
            html`<tr>
              <th scope="row">${name}</th>
              <td class="long ${verdict}">
                ${messages.verdicts[verdict]}
                ${why.length > 0 ? html`<p class="why">${why.join(' ')}</p>` : nothing}
              </td>
              <td class="long">${by}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
