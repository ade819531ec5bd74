/** The page's texts on a link's claim or error; loaded with the code that reads links. */

import type { Side } from '../engine/types';
import { count } from '../kit/phrases';
import { side } from '../programs/messages';
import { type Compared, comparedOf } from './compared';
import type { Claim } from './opening';
import type { Ending, Printed, Receipt, Witness } from './receipt';
import type { LinkProblem, Shared } from './schema';
import sentences from './sentences.json';

export const problems: Record<LinkProblem | 'other-machine', string> = {
  'not-a-link': 'What follows the # of this address is not a comparison.',
  damaged:
    'This link is damaged: a part of it is missing or was changed on the way. Ask for it again, or look whether all of it was copied.',
  'too-long': 'This link is longer than a comparison can be.',
  newer:
    'This link was made by a newer version of Tamarin. Reload the page, or open the link where it was made.',
  'other-machine': 'This link is for programs of another machine. Open it by itself.',
};

type Part = keyof typeof sentences;

/** A sentence of the engine with its placeholders filled. */
const filled = (part: Part, values: Record<string, string>): string =>
  sentences[part].replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

/** What a program with this end did; with `isEndless`, it never ends. */
const endOf = (
  [how, what]: Ending,
  isEndless: boolean,
  { done, fuel, value }: Compared,
): [Part, Record<string, string>] => {
  switch (how) {
    case 'done':
      return [done, { result: value(what) }];
    case 'fault':
      return ['fault', { fault: what }];
    case 'out-of-fuel':
      return isEndless ? ['ever', {}] : ['out-of-fuel', { steps: stepsOf(fuel) }];
    default:
      return how satisfies never;
  }
};

/** The output of a program, from the reported position on. */
const printedOf = (printed: Printed, s: Side): string =>
  filled('prints', {
    printed: `${printed.from > 0 ? '…' : ''}${JSON.stringify(printed[s])}`,
  });

const witnessOf = (witness: Witness, compared: Compared): string => {
  // Outputs may differ while a program still runs. Otherwise a program without an end was proved to
  // have none.
  const isEndless = witness.left[0] !== witness.right[0] && !witness.printed;
  const does = (s: Side) => {
    const [part, values] = endOf(witness[s], isEndless, compared);
    const what = filled(part, { program: side[s].program, ...values });
    return what + (witness.printed ? printedOf(witness.printed, s) : '');
  };
  const inputs = compared.describe(witness.inputs);
  return filled('both', { inputs, left: does('left'), right: does('right') });
};

/** The verdict of a link, in the engine's words. */
const claimOf = ({ verdict, witness }: Receipt, compared: Compared): string =>
  witness
    ? `${sentences.disequivalent} ${witnessOf(witness, compared)}`
    : filled(verdict, {
        inputs: compared.every,
        steps: stepsOf(compared.fuel),
      });

const stepsOf = (fuel: number): string => count(fuel, 'step', 'steps');

/** How the difference was confirmed; a proof that a run never ends is no observation. */
const confirmed = (endless: readonly Side[]) => {
  return endless.length > 0
    ? `Both programs were run on this input just now, and it was proved that the ${endless} one never ends.`
    : 'Both programs were run on this input just now, without a solver, and end as the link says.';
};

export const receipts = {
  /** The heading of the row with the values of the link's input. */
  input: 'In the link',
  label: 'Result in the link',
  /** The claim of the receipt, without its check. */
  claim: (receipt: Receipt, of: Pick<Shared, 'options' | 'arm64'>): string =>
    `The link says: “${claimOf(receipt, comparedOf(of))}”`,
  /** The verdict for a page's own text. */
  sentence: (receipt: Receipt, of: Pick<Shared, 'options' | 'arm64'>): string =>
    `Tamarin says: “${claimOf(receipt, comparedOf(of))}”`,
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
  /** The result of the check. The programs' values on the input are in the table beside it. */
  check: ({ check, receipt, shared }: Claim, version: string): string => {
    const claim = receipts.claim(receipt, shared);
    const run = `Both programs were run on this input just now by version ${version}`;
    switch (check.state) {
      case 'not-checked':
        return `${claim} A link proves nothing. Press Compare to find out here.`;
      case 'running':
        return `${claim} Its input is run, or its proof is checked.`;
      case 'confirmed':
        return confirmed(check.endless);
      case 'ends-otherwise':
        return `${claim} ${run}, and end as shown here.`;
      case 'refuted':
        return `${claim} ${run}, and this shows no difference. Press Compare to find out more.`;
      case 'proved':
        return receipt.certificate || !shared.arm64
          ? `${claim} The kernel, which trusts no part of the link, has just checked its proof. ${check.claim}`
          : `${claim} This was proved anew just now. ${check.claim}`;
      case 'unproved':
        return `${claim} Version ${version} has just checked its proof: ${check.message}. Press Compare to find out more.`;
      case 'failed':
        return `${claim} The programs could not be run: ${check.message}.`;
      default:
        return check satisfies never;
    }
  },
};
