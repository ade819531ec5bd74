/** The page's texts on explanations. */

import type {
  ChangeReport,
  CheckKind,
  MendReport,
  Progress,
  Reference,
  RegionKind,
  RegionsView,
  Side,
  WordOf,
} from '../../engine/types';
import { count, number } from '../../kit/phrases';
import type { Word } from '../../kit/words';
import type { PartName } from './parts';

const sideName = { left: 'Left', right: 'Right', mended: 'Fixed' } satisfies Record<
  Reference,
  string
>;

export const explain = {
  label: 'Explanation',
  toProof: 'Show why they agree',
  about:
    'Tamarin can look for the lines that cause the difference, for an edit that repairs it, and for all inputs on which the programs differ.',
  ask: 'Find out why',
  titles: {
    parting: 'Where the runs part',
    cause: 'Cause',
    mend: 'Suggested fix',
    regions: 'Regions',
  } satisfies Record<PartName, string>,
  intros: {
    parting: 'The first step at which the runs on the witness do not do the same.',
    cause: 'Instructions of both programs that should hold, or do, the same.',
    mend: 'A small edit of one program that makes the programs agree.',
    regions: 'All inputs on which the programs differ.',
  } satisfies Record<PartName, string>,
  waiting: 'This is looked for next.',
  looking: {
    parting: 'Running both programs',
    cause: 'Looking for instructions that should hold, or do, the same',
    mend: 'Trying edits',
    regions: 'Going through all pairs of paths',
  } satisfies Record<PartName, string>,
  progress: {
    parting: () => '',
    cause: ({ tried, of, proofs }: Progress) =>
      `${number(tried)} of ${number(of ?? tried)} pairs tried${proved(proofs)}`,
    mend: ({ tried, of, proofs }: Progress) =>
      `${number(tried)} of ${count(of ?? tried, 'edit', 'edits')} tried${proved(proofs)}`,
    regions: ({ tried }: Progress) => count(tried, 'pair of paths', 'pairs of paths'),
  } satisfies Record<PartName, (progress: Progress) => string>,
  stop: 'Stop',
  stopLabel: (part: PartName) => `Stop: ${explain.titles[part]}`,
  stopped: 'Stopped.',
  cut: 'The search was ended before it had looked at everything.',
  again: 'Look again',
  longer: 'Look for longer',
  againLabel: (part: PartName) => `Look again: ${explain.titles[part]}`,
  failed: (message: string) => `This could not be looked for: ${message}`,
  changed:
    'The programs have changed since they were compared; this is about what they were. Compare them again.',
  save: 'Save as JSON',
  file: 'explanation.json',

  checks: {
    'all-fix': 'Shown for every input that the contract allows.',
    'left-path-fix':
      'Shown for every input on which the reference goes the way that it goes on the witness; on others nothing is said.',
    'left-path-earliest-fix':
      'Shown for every input on which the reference goes the way that it goes on the witness, up to the first point at which both should hold the same and do not. There may be more that is not alike behind it.',
    none: '',
  } satisfies Record<CheckKind, string>,
  repairsNothing:
    'This points at two places and repairs nothing: the value is the other program’s.',
  ofMended:
    'The value is that of the right program with the suggested fix, which is proved to agree.',
  values: 'On the witness',
  branches: (taken: boolean) => (taken ? 'branches' : 'does not branch'),
  columns: { where: 'Instruction', unsigned: 'Unsigned', signed: 'Signed', hex: 'Hex' },
  /** An instruction, with its file if there are several. */
  place: (
    of: Reference,
    { line, address, execution, occurrence }: Executed,
    holds: string,
    file: string | undefined,
  ): string => {
    const inFile = file === undefined ? '' : `${file}, `;
    const where = line == null ? `0x${address.toString(16)}` : `${inFile}line ${line}`;
    const isOne = occurrence != null || (execution ?? 1) > 1;
    return `${sideName[of]}, ${where}${isOne ? `, execution ${execution}` : ''}${holds}`;
  },
  stepTo: 'Step through from there',
  stepToLabel: 'Step through both runs from where both lines were executed',
  others: 'Other pairs',

  edit: { from: 'Before', to: 'After' },
  lineOf: ({ file }: Pick<MendReport, 'file'>, { line }: ChangeReport) =>
    file == null ? `Line ${line}` : `${file}, line ${line}`,
  /** All lines of an edit. */
  linesOf: (report: MendReport) => {
    const lines = changesOf(report).map(({ line }) => line);
    if (lines.length === 1) return explain.lineOf(report, report);
    const all = `lines ${lines.slice(0, -1).join(', ')} and ${lines.at(-1)}`;
    return report.file == null ? all.replace('l', 'L') : `${report.file}, ${all}`;
  },
  proved: 'proved for every input',
  identical: 'with it both programs are the same machine code',
  unproved: 'not proved: no difference was found within the limits',
  apply: {
    left: 'Write it into the left program',
    right: 'Write it into the right program',
  } satisfies Record<Side, string>,
  applied: {
    left: 'It is in the left program now, where undo takes it back. Compare again to see.',
    right: 'It is in the right program now, where undo takes it back. Compare again to see.',
  } satisfies Record<Side, string>,
  copy: 'Copy the edited file',
  copied: 'Copied',
  guess: 'This is a guess: the author may have meant another edit.',

  kinds: {
    result: 'another result',
    output: 'other output',
    'left-faults': 'only the left program faults',
    'right-faults': 'only the right program faults',
    'never-stops': 'one never stops',
  } satisfies Record<RegionKind, string>,
  exact: 'These are all of them: on all other inputs the programs are proved to agree.',
  some: 'On all of these they are proved to differ. There may be others.',
  notDescribed: 'The inputs could not be described.',
  more: (n: number) => `Show ${number(n)} more`,
  region: (n: number) => `Region ${n}`,
  left: 'Left',
  right: 'Right',
  within: (conditions: readonly string[]): string =>
    `They are proved to agree unless ${conditions.join(', or ')}. Whether they differ on all of those inputs is not known.`,
  by: (more: string): string =>
    `On all of these, the right word is the left one plus ${more} (proved).`,
  wraps: (lines: readonly number[]): string =>
    lines.length === 1
      ? `On all of these, line ${lines[0]} on the right wraps around: read with a sign, the number does not fit into 32 bits.`
      : `On all of these, lines ${lines.join(', ')} on the right wrap around: read with a sign, the numbers do not fit into 32 bits.`,
  sample: (inputs: string) => `Step through ${inputs}`,
  assume: 'Leave it out',
  assumeLabel: (condition: string) => `Assume that not (${condition})`,
  assumeAll: 'Leave all of them out',
  assumed: 'The contract now leaves these inputs out. Compare again to see what remains.',
  isAssumed: 'Left out by the contract',
  map: 'See them on the map',
  csv: 'Regions as CSV',
  csvFile: 'regions.csv',
  csvColumns: {
    kind: 'kind',
    condition: 'condition',
    left: 'left',
    right: 'right',
    wraps: 'wraps',
  },
  many: ({ report }: RegionsView) => count(report.regions.length, 'region', 'regions'),
};

/** An execution of an instruction, in either machine's reports. */
interface Executed {
  address: number;
  line?: number | null | undefined;
  occurrence?: number | null | undefined;
  execution?: number | null | undefined;
}

/**
 * What a word of an instruction is; empty if the value is self-explanatory.
 *
 * @param register The name of the register that it is in.
 * @param memory The address of the word in memory.
 */
export function named(
  of: WordOf,
  register: string | null | undefined,
  memory: Word | null | undefined,
): string {
  switch (of) {
    case 'register':
      return register == null ? '' : `: ${register}`;
    case 'hi':
    case 'lo':
      return `: ${of}`;
    case 'memory':
      return memory == null ? ': memory' : `: memory at 0x${memory.toString(16)}`;
    case 'divisor':
      return register == null ? ': divisor' : `: divisor, ${register}`;
    case 'output':
    case 'address':
      return `: ${of}`;
    case 'branch':
      return '';
    default:
      return of satisfies never;
  }
}

/** The places that an edit changes. */
export const changesOf = (report: MendReport): ChangeReport[] => [report, ...(report.more ?? [])];

function proved(proofs: number): string {
  return proofs === 0 ? '' : `, ${count(proofs, 'put', 'put')} to a proof`;
}
