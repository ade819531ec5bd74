import type { Comparison } from '../comparison/comparison';
import {
  fitting,
  type OptionFields,
  type OptionName,
  placeholderFields,
} from '../comparison/options';
import type { QuickStatus } from '../comparison/quick-look';
import type { EngineInfo } from '../engine/client';
import type { Sources } from '../engine/sources';
import type { AssembleReply, Side, SolverName } from '../engine/types';
import type { Z3Status } from '../engine/z3/client';
import type { Debugging } from '../evidence/debugger/debugging';
import type { Explaining } from '../evidence/explain/explaining';
import type { Mapping } from '../evidence/map/mapping';
import type { Testing } from '../evidence/mutants/testing';
import type { Proving } from '../evidence/proof/proving';
import type { Versioning } from '../evidence/versions/versioning';
import type { ViewId } from '../evidence/views';
import type { NumberFormat } from '../kit/numbers';
import type { LinkStatus } from '../links/opening';
import type { Breakpoints } from '../programs/control';
import { fileOf } from '../programs/source';
import { loadChoice, loadNumberFormat, loadTheme, type Theme, type Work } from '../work/storage';

/** Something to tell the reader that is not a verdict. */
export type Notice =
  | {
      kind: 'program-errors';
      side: Side;
      /** The file, where there are several. */
      file: string | undefined;
      line: number;
      message: string;
    }
  | { kind: 'option-errors'; wrong: readonly OptionName[] }
  /** Files that could not be read or written. */
  | { kind: 'files'; message: string };

/** The parts of the workbench, of which a narrow page shows one at a time. */
export type Place = 'programs' | 'verdict' | 'evidence';

export const places: readonly Place[] = ['programs', 'verdict', 'evidence'];

/** Everything that the page shows. */
export interface State {
  /** Known once the engine is up. */
  engine: EngineInfo | undefined;
  programs: Record<Side, Sources>;
  /** The name of the file that each editor shows. */
  files: Record<Side, string>;
  /** What the reader calls them; empty without a name. */
  names: Record<Side, string>;
  /** What the assembler says of each program, once it has. */
  assembled: Record<Side, AssembleReply | undefined>;
  options: OptionFields;
  /** The name of the example in the editors, changed or not. */
  example: string | undefined;
  comparison: Comparison | undefined;
  /** The tab of the evidence that is seen. */
  evidence: ViewId;
  debugging: Debugging | undefined;
  mapping: Mapping | undefined;
  proving: Proving | undefined;
  explaining: Explaining | undefined;
  testing: Testing | undefined;
  versioning: Versioning | undefined;
  /** The lines of each file that have a breakpoint, in order, by the file's name. */
  breakpoints: Record<Side, Breakpoints>;
  z3: Z3Status;
  notice: Notice | undefined;
  /** What came of the link in the address. */
  link: LinkStatus | undefined;
  /** The reader's own work from before a link was opened. */
  earlier: Work | undefined;
  /** The text of an engine's panic, until it is dismissed. */
  crash: string | undefined;
  /** The part of the workbench that a narrow page shows. */
  place: Place;
  /** The editor that a narrow page shows. */
  shown: Side;
  /** Whether to compare while one types, and what that came to. */
  asYouType: boolean;
  quick: QuickStatus;
  /** Whether to say what the page is for. */
  isNew: boolean;
  /** Whether a new version of the page waits to be taken. */
  newVersion: boolean;
  theme: Theme;
  numbers: NumberFormat;
}

/** What there is when a playground begins. */
export function initialState(work: Work, solvers: readonly SolverName[]): State {
  return {
    engine: undefined,
    programs: { left: work.left, right: work.right },
    files: { left: fileOf(work.left, undefined).name, right: fileOf(work.right, undefined).name },
    names: work.names,
    assembled: { left: undefined, right: undefined },
    options: fitting(work.options ?? placeholderFields, solvers),
    example: work.example,
    comparison: undefined,
    evidence: 'runs',
    debugging: undefined,
    mapping: undefined,
    proving: undefined,
    explaining: undefined,
    testing: undefined,
    versioning: undefined,
    breakpoints: { left: {}, right: {} },
    z3: { state: 'idle' },
    notice: undefined,
    link: undefined,
    earlier: undefined,
    crash: undefined,
    place: 'programs',
    shown: 'left',
    asYouType: loadChoice('as-you-type'),
    quick: { state: 'off' },
    isNew: !loadChoice('welcomed'),
    newVersion: false,
    theme: loadTheme(),
    numbers: loadNumberFormat(),
  };
}
