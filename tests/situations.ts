/** The eight situations of a user on the page, and what it shows in each: for every browser. */

import { fromFields } from '../www/src/comparison/options';
import type { Receipt } from '../www/src/links/receipt';
import { usual, write } from '../www/src/links/schema';
import { assemblySource } from '../www/src/programs/source';
import { factoring, nothing } from './factoring';
import { exerciseLink } from './teaching-links';

/** A way to the situation, and what the page says there. */
interface Situation {
  name: string;
  /** The page, where it is not the playground. */
  path: 'exercise.html' | '';
  /** What stands behind the `#` of the address; nothing for a first visit. */
  fragment: string;
  /** The button that begins the comparison, where one is pressed; elements, each within the one before. */
  press?: readonly string[];
  /** The verdict of the card, if there is one. */
  verdict?: string;
  /** The elements of the answer, each within the one before. */
  at: readonly string[];
  /** What happened. */
  says: RegExp;
  /** What to do next: a button of the answer. */
  next?: RegExp;
}

const compare = ['tm-app', 'tm-commands', 'button.primary'] as const;
const card = ['tm-app', 'tm-answer', 'tm-verdict', '[data-verdict]'] as const;

/** A link to a comparison, with fields that differ from the usual ones. */
function link(
  left: string,
  right: string,
  { fields = {}, receipt }: { fields?: Partial<typeof usual>; receipt?: Receipt } = {},
): string {
  const reading = fromFields({ ...usual, ...fields });
  if (!reading.ok) throw new Error('these are no options');
  const link = write({
    programs: { left: assemblySource(left), right: assemblySource(right) },
    names: { left: 'Anna', right: 'Ben' },
    options: reading.options,
    receipt,
  });
  if (!link) throw new Error('there is no link');
  return link;
}

const adds = 'add $3, $1, $2\njr $31\n';
const subtracts = 'sub $3, $1, $2\njr $31\n';

export const situations: readonly Situation[] = [
  {
    name: 'a first visit asks one question',
    path: '',
    fragment: '',
    at: ['tm-app', 'tm-contract', '.question'],
    says: /Do these two programs give the same .* for every \$1, \$2\?/,
  },
  {
    name: 'programs that differ show an input, and the names that people gave',
    path: '',
    fragment: link(adds, subtracts),
    press: compare,
    verdict: 'disequivalent',
    at: card,
    says: /They differ[\s\S]*Anna \$3[\s\S]*Ben \$3[\s\S]*Smallest/,
    next: /Step through/,
  },
  {
    name: 'programs that do the same are proved to',
    path: '',
    fragment: link(adds, 'add $3, $2, $1\njr $31\n'),
    press: compare,
    verdict: 'equivalent',
    at: card,
    says: /Proved for every input/,
    next: /Which mistakes would my tests miss\?/,
  },
  {
    name: 'what stays open says that no difference was found',
    path: '',
    fragment: link(factoring, nothing, { fields: { effort: '1' } }),
    press: compare,
    verdict: 'possibly-equivalent',
    at: card,
    says: /No difference found; 1 case is not decided[\s\S]*there may be an input on which they differ/,
    next: /Go on/,
  },
  {
    name: 'a program that does not assemble says in which line',
    path: '',
    fragment: link('addd $3, $1, $2\njr $31\n', adds),
    at: ['tm-app', 'tm-editor', 'tm-problems', '.go'],
    says: /Line 1: .*addd/,
  },
  {
    name: 'a shared result is run again, and shown with its values',
    path: '',
    fragment: link(adds, subtracts, {
      receipt: {
        engine: '0.0.0',
        verdict: 'disequivalent',
        witness: {
          inputs: [0, 1],
          left: ['done', 1],
          right: ['done', 0xffffffff],
          printed: undefined,
        },
      },
    }),
    at: ['tm-app', 'tm-link', '[data-receipt=confirmed]'],
    says: /The programs differ: confirmed here[\s\S]*In the link/,
    next: /Step through/,
  },
  {
    name: 'a wrong answer to an exercise shows an input on which it is wrong',
    path: 'exercise.html',
    fragment: exerciseLink,
    press: ['tm-exercise', 'tm-task', 'button.primary'],
    verdict: 'disequivalent',
    at: ['tm-exercise', 'tm-task', 'tm-outcome', 'tm-verdict', '[data-verdict]'],
    says: /They differ[\s\S]*The reference \$3[\s\S]*Your program \$3[\s\S]*Smallest/i,
    next: /Step through/,
  },
];
