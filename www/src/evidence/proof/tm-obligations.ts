import { css, html } from 'lit';

import type { Shown } from '../../engine/types';
import { base } from '../../kit/base';
import { tableStyles } from '../../kit/table';
import { EvidenceList } from '../evidence-list';
import { proof as messages } from './messages';
import './tm-obligation';

/** The obligations of a proof, one per row, which can be checked again. */
export class TmObligations extends EvidenceList {
  static override properties = { ...EvidenceList.properties, shown: { attribute: false } };

  static override styles = [
    base,
    tableStyles,
    css`
      tm-obligation {
        padding: var(--space-3);
      }
    `,
  ];

  declare shown: readonly Shown[];

  override render() {
    const { number, from, says, by } = messages.columns;
    return this.table(this.shown, {
      caption: messages.obligations,
      none: messages.noObligations,
      heads: [number, from, says, by].map((name) => html`<th scope="col">${name}</th>`),
      classOf: () => '',
      details: (row) => messages.details(row.number),
      cells: (row) =>
        html`<td>${row.place}</td>
          <td>${row.says}</td>
          <td class="nowrap muted">${messages.by(row)}</td>`,
      detail: (row, { began }) =>
        html`<tm-obligation .number=${row.number} .comparison=${began}></tm-obligation>`,
    });
  }
}

customElements.define('tm-obligations', TmObligations);
