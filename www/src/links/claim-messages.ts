/** The page's words on what a link claims, or is not; they come with what reads links. */

import { observesResult, type SomeSpec, told } from '../comparison/contract';
import { ending } from '../comparison/messages';
import type { ReplayReply, Verdict } from '../engine/types';
import { formatValue } from '../kit/numbers';
import type { Claim } from './opening';
import type { Ending, Printed, Receipt } from './receipt';
import type { LinkProblem } from './schema';

const titles: Record<Verdict, string> = {
  disequivalent: 'they differ',
  equivalent: 'they agree on every input',
  'equivalent-if-both-stop': 'they agree wherever both stop',
  'equivalent-up-to': 'they agree as far as the fuel goes',
  'possibly-equivalent': 'no difference was found',
};

export const problems: Record<LinkProblem, string> = {
  'not-a-link': 'What follows the # of this address is not a comparison.',
  damaged:
    'This link is damaged: a part of it is missing or was changed on the way. Ask for it again, or look whether all of it was copied.',
  'too-long': 'This link is longer than a comparison can be.',
  newer:
    'This link was made by a newer version of Tamarin. Reload the page, or open the link where it was made.',
};

const endingOf = (ending: Ending, contract: SomeSpec | undefined): string => {
  switch (ending[0]) {
    case 'done':
      return observesResult(contract ?? {}) ? `$3 = ${formatValue(ending[1])}` : 'stops';
    case 'fault':
      return `fault (${ending[1]})`;
    case 'out-of-fuel':
      return 'out of fuel';
    default:
      return ending satisfies never;
  }
};

const both = (left: string, right: string) => `left ${left}, right ${right}`;

/** A text in quotes, with its line ends seen. */
const quoted = (text: string) => (text === '' ? 'nothing' : `“${text.replaceAll('\n', '↵')}”`);

const printedOf = (printed: Printed | undefined) => {
  if (!printed) return '';
  const { from, left, right } = printed;
  const where = from > 0 ? `, from character ${from + 1} on` : '';
  return `; printed${where}: ${both(quoted(left), quoted(right))}`;
};

const witnessOf = (
  { left, right, printed }: NonNullable<Receipt['witness']>,
  contract: SomeSpec | undefined,
) => {
  const isOut = [left, right].map(([how]) => how === 'out-of-fuel');
  // Where programs differ and only one has an end within the fuel, the other one was seen to have none.
  const words = (end: Ending) =>
    end[0] === 'out-of-fuel' && !isOut.every(Boolean) ? ending.ever : endingOf(end, contract);
  return `${both(words(left), words(right))}${printedOf(printed)}`;
};

/** How it was seen that they differ; a run has no end to be seen where it is proved to have none. */
const confirmed = (replay: ReplayReply) => {
  const endless = (['left', 'right'] as const).filter(
    (side) => replay[side].proved?.ends === 'never',
  );
  return endless.length > 0
    ? `Both programs were run on this input just now, and it was proved that the ${endless} one never ends.`
    : 'Both programs were run on this input just now, without a solver, and end as the link says.';
};

export const receipts = {
  /** The head of the row with the values of the link's input. */
  input: 'In the link',
  label: 'Result in the link',
  /** What the receipt says, without a word on whether it is so. */
  claim: ({ verdict, witness }: Receipt, contract: SomeSpec | undefined): string =>
    witness
      ? `The link says: for ${told(contract, witness.inputs)} ${titles[verdict]}: ${witnessOf(witness, contract)}.`
      : `The link says of these programs: ${titles[verdict]}.`,
  /** The verdict for a page's own text. */
  told: ({ verdict, witness }: Receipt, contract: SomeSpec | undefined): string =>
    witness
      ? `For ${told(contract, witness.inputs)} ${titles[verdict]}: ${witnessOf(witness, contract)}.`
      : `Of these programs Tamarin says: ${titles[verdict]}.`,
  from: ({ engine }: Receipt) => `Found by version ${engine} of the engine, with these options.`,
  titles: {
    'not-checked': 'A verdict that was not checked here',
    running: 'Checking it here',
    confirmed: 'The programs differ: confirmed here',
    'ends-otherwise': 'The programs differ here too, but not as the link says',
    proved: 'The programs agree: proved here',
    unproved: 'The proof in the link does not hold here',
    refuted: 'This version disagrees with the link',
    failed: 'Could not be checked',
  } satisfies Record<Claim['check']['state'], string>,
  /** What came of the check. What the programs do on the input is in the table beside it. */
  check: ({ check, receipt, request }: Claim, version: string): string => {
    const claim = receipts.claim(receipt, request.options.contract);
    const run = `Both programs were run on this input just now by version ${version}`;
    switch (check.state) {
      case 'not-checked':
        return `${claim} A link proves nothing. Press Compare to find out here.`;
      case 'running':
        return `${claim} Its input is run, or its certificate is checked.`;
      case 'confirmed':
        return confirmed(check.replay);
      case 'ends-otherwise':
        return `${claim} ${run}, and end as shown here.`;
      case 'refuted':
        return `${claim} ${run}, and this shows no difference. Press Compare to find out more.`;
      case 'proved':
        return `${claim} A checker that trusts no part of the link has just checked its certificate. ${check.view.claim}`;
      case 'unproved':
        return `${claim} Version ${version} has just checked its certificate: ${check.message}. Press Compare to find out more.`;
      case 'failed':
        return `${claim} The programs could not be run: ${check.message}.`;
      default:
        return check satisfies never;
    }
  },
};
