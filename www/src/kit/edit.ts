/** An edit of a text: the old and the new text. */

import { css, html, type TemplateResult } from 'lit';

import { parts as messages } from './messages';

export const editStyles = css`
  .diff {
    display: grid;
    grid-template-columns: max-content minmax(0, 1fr);
    gap: 0.125rem var(--space-3);
    margin-block: var(--space-2);
    max-inline-size: 40rem;
    font-size: var(--text-body);
  }

  .diff dt {
    color: var(--muted);
    font-size: var(--text-note);
  }

  .diff dd {
    margin: 0;
    padding: 0.125rem var(--space-2);
    font-family: var(--mono);
    overflow-wrap: anywhere;
  }

  .wrong {
    background: var(--differ-wash);
    box-shadow: inset 3px 0 var(--differ);
  }

  .right {
    background: var(--same-wash);
    box-shadow: inset 3px 0 var(--same);
  }

  del,
  ins {
    white-space: pre-wrap;
    text-decoration: none;
  }
`;

/** The labels of an edit and of its two texts. */
export interface EditWords {
  label: string;
  from: string;
  to: string;
  /** Which of the texts is wrong. */
  wrong: 'from' | 'to';
}

export function renderEdit(
  { from, to }: { from: string; to: string },
  { label, wrong, ...names }: EditWords,
): TemplateResult {
  const tone = (which: 'from' | 'to') => (which === wrong ? 'wrong' : 'right');
  return html`<dl class="diff" aria-label=${label}>
    <dt>${names.from}</dt>
    <dd class=${tone('from')}><del>${from}</del></dd>
    <dt>${names.to}</dt>
    <dd class=${tone('to')}>
      ${to === '' ? html`<em>${messages.gone}</em>` : html`<ins>${to}</ins>`}
    </dd>
  </dl>`;
}
