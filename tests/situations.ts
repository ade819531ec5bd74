/** What a user meets on the page, for browsers that look at it for a moment; exercises have tests of their own. */

import { fromFields } from '../www/src/comparison/options';
import { usual, write } from '../www/src/links/schema';
import { assemblySource } from '../www/src/programs/source';
import { factoring, nothing } from './factoring';

/** A way to the situation, and what the page says there. */
interface Situation {
  name: string;
  /** What stands behind the `#` of the address; nothing for a first visit. */
  fragment: string;
  /** Whether Compare is pressed. */
  compares: boolean;
  /** The verdict of the card, if there is one. */
  verdict?: string;
  /** Where the page says it: elements, each within the one before. */
  at: readonly string[];
  says: RegExp;
}

const card = ['tm-app', 'tm-answer', 'tm-verdict', '[data-verdict]'];

/** A link to a comparison, with fields that differ from the usual ones. */
function link(left: string, right: string, fields: Partial<typeof usual> = {}): string {
  const reading = fromFields({ ...usual, ...fields });
  if (!reading.ok) throw new Error('these are no options');
  const link = write({
    programs: { left: assemblySource(left), right: assemblySource(right) },
    names: { left: 'Anna', right: 'Ben' },
    options: reading.options,
    receipt: undefined,
  });
  if (!link) throw new Error('there is no link');
  return link;
}

export const situations: readonly Situation[] = [
  {
    name: 'a first visit asks one question',
    fragment: '',
    compares: false,
    at: ['tm-app', 'tm-contract', '.question'],
    says: /Do these two programs give the same .* for every \$1, \$2\?/,
  },
  {
    name: 'programs that differ show an input, and the names that people gave',
    fragment: link('add $3, $1, $2\njr $31\n', 'sub $3, $1, $2\njr $31\n'),
    compares: true,
    verdict: 'disequivalent',
    at: card,
    says: /Anna \$3[\s\S]*Ben \$3[\s\S]*Smallest/,
  },
  {
    name: 'programs that do the same are proved to',
    fragment: link('add $3, $1, $2\njr $31\n', 'add $3, $2, $1\njr $31\n'),
    compares: true,
    verdict: 'equivalent',
    at: card,
    says: /Proved for every input/,
  },
  {
    name: 'what stays open says that no difference was found',
    fragment: link(factoring, nothing, { effort: '1' }),
    compares: true,
    verdict: 'possibly-equivalent',
    at: card,
    says: /No difference found/,
  },
  {
    name: 'a program that does not assemble says in which line',
    fragment: link('addd $3, $1, $2\njr $31\n', 'add $3, $1, $2\njr $31\n'),
    compares: false,
    at: ['tm-app', 'tm-editor', 'tm-problems', '.go'],
    says: /Line 1: .*addd/,
  },
];
