import type { Options, Report, SolverName, StrategyName } from '../engine/types';
import { parseInteger, parseWord } from '../kit/numbers';
import { contractOf, type Spec, writeContract } from './contract';

/** The options as text, as they stand in the fields and as they are kept. */
export interface OptionFields {
  fuel: string;
  depth: string;
  input1: string;
  input2: string;
  maxRuns: string;
  effort: string;
  seconds: string;
  strategy: StrategyName;
  solver: SolverName;
  /** What is compared, in JSON; empty for two integers. */
  contract: string;
}

/** The options that are typed, not chosen. */
export type OptionName = Exclude<keyof OptionFields, 'strategy' | 'solver' | 'contract'>;

/** What a field takes: a register's value, or a count between two bounds. */
export type OptionRange = 'word' | { min: number; max: number; optional?: true };

/** Runs that may be asked for at most. */
const maxRuns = 100_000;

export const optionRanges: Record<OptionName, OptionRange> = {
  fuel: { min: 1, max: 1_000_000 },
  depth: { min: 0, max: 1_000_000, optional: true },
  input1: 'word',
  input2: 'word',
  maxRuns: { min: 1, max: maxRuns },
  effort: { min: 1, max: 2 ** 32 - 1 },
  seconds: { min: 1, max: 86_400, optional: true },
};

export const optionNames = Object.keys(optionRanges) as OptionName[];

export const strategies: readonly StrategyName[] = ['product', 'paper'];

export const solvers: readonly SolverName[] = ['portfolio', 'race', 'bitblast', 'z3'];

/** The parts of the options that an example may set. */
export type SomeOptions = Partial<Options>;

export function toFields(options: Options): OptionFields {
  return {
    fuel: String(options.fuel),
    depth: options.depth == null ? '' : String(options.depth),
    input1: String(options.inputs[0]),
    input2: String(options.inputs[1]),
    maxRuns: String(options.max_runs),
    effort: String(options.effort),
    seconds: options.seconds == null ? '' : String(options.seconds),
    strategy: options.strategy,
    solver: options.solver,
    contract: writeContract(options.contract ?? {}),
  };
}

/** What was z3's own unit of effort, of which one of today's is so many. */
const RLIMIT_PER_EFFORT = 100;

/**
 * The effort that options name which were written when each solver had a limit
 * of its own; undefined where they name none.
 */
export function earlierEffort(
  given: { rlimit?: unknown; conflicts?: unknown },
  solver: unknown,
): string | undefined {
  const limit = solver === 'z3' ? given.rlimit : given.conflicts;
  if (typeof limit !== 'string' && typeof limit !== 'number') return undefined;
  return solver === 'z3' ? String(Math.ceil(Number(limit) / RLIMIT_PER_EFFORT)) : String(limit);
}

/** The options that the fields say, or the fields that say none. */
export function fromFields(
  fields: OptionFields,
): { ok: true; options: Options } | { ok: false; wrong: OptionName[] } {
  const isLeftOut = (name: OptionName) => {
    const range = optionRanges[name];
    return range !== 'word' && range.optional === true && fields[name].trim() === '';
  };
  const wrong = optionNames.filter(
    (name) => !isLeftOut(name) && fieldValue(name, fields[name]) === undefined,
  );
  if (wrong.length > 0) return { ok: false, wrong };
  const value = (name: OptionName) => fieldValue(name, fields[name]) ?? 0;
  return {
    ok: true,
    options: {
      strategy: fields.strategy,
      solver: fields.solver,
      // The engine fills in what is left out.
      contract: contractOf(fields.contract) as Spec,
      fuel: value('fuel'),
      depth: isLeftOut('depth') ? undefined : value('depth'),
      inputs: [value('input1'), value('input2')],
      max_runs: value('maxRuns'),
      effort: value('effort'),
      seconds: isLeftOut('seconds') ? undefined : value('seconds'),
    },
  };
}

/** The fields without what an example set in them; what was changed since stays. */
export function withoutExample(
  fields: OptionFields,
  example: SomeOptions,
  usual: OptionFields,
): OptionFields {
  const reading = fromFields(usual);
  if (!reading.ok) return fields;
  const set = toFields({ ...reading.options, ...example });
  const back = (name: keyof OptionFields) => fields[name] === set[name];
  const names = Object.keys(usual) as (keyof OptionFields)[];
  const kept = names.filter((name) => !back(name)).map((name) => [name, fields[name]]);
  return { ...usual, ...Object.fromEntries(kept) };
}

/** By how much a limit grows when a comparison goes on. */
const MORE = 8;

/** The options with which a comparison that was cut goes on: what cut it is raised. */
export function raised(options: Options, { code, cuts }: Report['reason']): Options {
  const more = (name: OptionName & keyof Options, isRaised: boolean): number => {
    const range = optionRanges[name];
    const value = Number(options[name]);
    return isRaised && range !== 'word' ? Math.min(value * MORE, range.max) : value;
  };
  const { depth, seconds } = options;
  return {
    ...options,
    fuel: more('fuel', cuts.fuel > 0),
    depth: depth != null && cuts.depth > 0 ? more('depth', true) : depth,
    effort: more('effort', cuts.unknown > 0),
    max_runs: code === 'run-limit' ? Math.min(options.max_runs * MORE, maxRuns) : options.max_runs,
    seconds: seconds != null && code === 'time-limit' ? more('seconds', true) : seconds,
  };
}

function fieldValue(name: OptionName, text: string): number | undefined {
  const range = optionRanges[name];
  if (range === 'word') return parseWord(text);
  const value = parseInteger(text.replaceAll(/[\s_,](?=\d{3})/g, ''));
  if (value === undefined || value < range.min || value > range.max) return undefined;
  return value;
}

/** What the fields hold until the engine is up, whose own defaults take their place. */
export const placeholderFields: OptionFields = {
  fuel: '10000',
  depth: '',
  input1: '42',
  input2: '42',
  maxRuns: '10000',
  effort: '100000',
  seconds: '',
  strategy: 'product',
  solver: 'portfolio',
  contract: '',
};

/** The options with a solver that can be had. */
export function fitting(options: OptionFields, available: readonly SolverName[]): OptionFields {
  const solver = available.find((name) => name === options.solver) ?? available[0];
  return solver ? { ...options, solver } : options;
}
