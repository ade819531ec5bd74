import type { Options, Report, SolverName, StrategyName } from '../engine/types';
import { parseInteger, parseWord } from '../kit/numbers';
import { contractOf, type Spec, writeContract } from './contract';

/** The options as texts, in the fields and in storage. */
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
  /** The contract in JSON; empty for two integers. */
  contract: string;
}

/** The options that are typed, not selected. */
export type OptionName = Exclude<keyof OptionFields, 'strategy' | 'solver' | 'contract'>;

/** The values of a field: a register's value, or a count between two bounds. */
export type OptionRange = 'word' | { min: number; max: number; optional?: true };

/** Maximum number of runs. */
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

/** Number of z3's own units in a unit of effort. */
const RLIMIT_PER_EFFORT = 100;

/**
 * The effort in options from when each solver had a limit of its own; undefined if they have none.
 */
export function earlierEffort(
  given: { rlimit?: unknown; conflicts?: unknown },
  solver: unknown,
): string | undefined {
  const limit = solver === 'z3' ? given.rlimit : given.conflicts;
  if (typeof limit !== 'string' && typeof limit !== 'number') return undefined;
  return solver === 'z3' ? String(Math.ceil(Number(limit) / RLIMIT_PER_EFFORT)) : String(limit);
}

/** The options in the fields, or the invalid fields. */
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
      // The engine fills in the defaults.
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

/** The fields without the options of an example; later changes are kept. */
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

/** The factor by which a limit grows when a comparison continues. */
const MORE = 8;

/**
 * The options for continuing an interrupted comparison: the limits that were reached are raised.
 */
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

/** The fields' values until the engine is up and provides its defaults. */
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

/** The default options. */
export function usualOptions(): Options {
  const reading = fromFields(placeholderFields);
  if (!reading.ok) throw new Error('the usual options are valid');
  return reading.options;
}

/** The options with an available solver. */
export function fitting(options: OptionFields, available: readonly SolverName[]): OptionFields {
  const solver = available.find((name) => name === options.solver) ?? available[0];
  return solver ? { ...options, solver } : options;
}
