/** Links the terms of docs/glossary.md in a sentence: each is a button that opens its entry. */

import entries from 'virtual:glossary';
import { html, type TemplateResult } from 'lit';

import { prose } from '../kit/prose';
import { TmTerm } from './tm-term';

/** Terms that occur in nearly every sentence; the list of all terms explains them. */
const COMMON: readonly string[] = ['Input', 'Count'];

/** Forms of a term other than its own and its plural. */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  'Sat, unsat, unknown': ['sat', 'unsat'],
  'Runs for ever': ['runs for ever', 'run for ever', 'never stops', 'never stop'],
  'Equivalent if both stop': ['where both stop', 'wherever both stop'],
  Disequivalent: ['disequivalent'],
  Equivalent: ['equivalent'],
  Overflow: ['overflows', 'overflow'],
  WLP4: ['WLP4'],
  MERL: ['MERL'],
};

const byForm = new Map(
  entries
    .filter(({ term }) => !COMMON.includes(term))
    .flatMap((entry) => formsOf(entry.term).map((form) => [form.toLowerCase(), entry] as const)),
);

/** Longer forms first: `least witness` before `witness`. */
const pattern = new RegExp(
  `\\b(${[...byForm.keys()].sort((a, b) => b.length - a.length).join('|')})\\b`,
  'gi',
);

function formsOf(term: string): readonly string[] {
  return FORMS[term] ?? [term, term.endsWith('y') ? `${term.slice(0, -1)}ies` : pluralOf(term)];
}

function pluralOf(term: string): string {
  return `${term}${/(?:s|ch|x)$/.test(term) ? 'es' : 's'}`;
}

/** Links the first occurrence of each term in a sentence; code is left unchanged. */
export function linkTerms(text: string): (string | TemplateResult)[] {
  const seen = new Set<string>();
  const pieces = (part: string | TemplateResult): (string | TemplateResult)[] => {
    if (typeof part !== 'string') return [part];
    // Items at odd indices matched the pattern's group.
    return part.split(pattern).map((piece, at) => {
      const entry = at % 2 === 1 ? byForm.get(piece.toLowerCase()) : undefined;
      if (!entry || seen.has(entry.term)) return piece;
      seen.add(entry.term);
      const open = (event: Event) => TmTerm.open(event.currentTarget as HTMLElement, entry);
      return html`<button type="button" class="term" aria-haspopup="dialog" @click=${open}>${piece}</button>`;
    });
  };
  return prose(text).flatMap(pieces);
}
