import { isSame, type Sources } from '../engine/sources';
import type {
  AnswerEvent,
  BeginEvent,
  CompareRequest,
  Inputs,
  MergedEvent,
  Open,
  QueryEvent,
  QueryTextRequest,
  Report,
  SearchEvent,
  Side,
  SoFarEvent,
} from '../engine/types';
import { fromFields, type OptionFields } from './options';
import { endingOf, type Run } from './run';

export interface Query extends QueryEvent {
  answer: AnswerEvent | undefined;
}

/** The status of a comparison. */
export type ComparisonStatus =
  | { state: 'running' }
  | { state: 'finished'; report: Report }
  /**
   * Cut off while the engine was busy, so that there is no report; after this many milliseconds.
   */
  | { state: 'stopped'; elapsed: number }
  | { state: 'failed'; message: string };

/**
 * A comparison with its progress so far; everything that the page shows of it is derived from this.
 */
export interface Comparison {
  /** The programs and options at its start. */
  request: CompareRequest;
  /** Its start time, in milliseconds of `performance.now()`. */
  began: number;
  status: ComparisonStatus;
  /** The headlines for a comparison that has no report yet, or never will. */
  headlines: Pick<BeginEvent, 'differ' | 'stopped'> | undefined;
  /** Interim results while the search continues. */
  soFar: SoFarEvent | undefined;
  /** Whether it has taken so long that the page shows interim results. */
  isLong: boolean;
  /** Whether a proof about loops is being attempted. */
  isProving: boolean;
  /** Number of inputs on which both programs were run before any query. */
  swept: number | undefined;
  /** The least known input on which the programs differ, if one is known. */
  difference: Inputs | undefined;
  /** The run that showed the difference, though perhaps not within the fuel. */
  shownBy: number | undefined;
  /** The result of the query about all paths merged, if it was posed. */
  merged: MergedEvent | undefined;
  runs: readonly Run[];
  queries: readonly Query[];
  /**
   * The distinct paths that each program took as a driver, with the strategy `paper`. The sets are
   * mutated: there are tens of thousands of paths, and the page draws ten times a second.
   */
  paths: Record<Side, Set<string>>;
}

export function begin(request: CompareRequest, began: number): Comparison {
  return {
    request,
    began,
    status: { state: 'running' },
    headlines: undefined,
    soFar: undefined,
    isLong: false,
    isProving: false,
    swept: undefined,
    difference: undefined,
    shownBy: undefined,
    merged: undefined,
    runs: [],
    queries: [],
    paths: { left: new Set(), right: new Set() },
  };
}

/** The comparison after these events. */
export function advance(comparison: Comparison, events: readonly SearchEvent[]): Comparison {
  const runs = [...comparison.runs];
  const queries = [...comparison.queries];
  let { headlines, soFar, isProving, swept, difference, shownBy, merged } = comparison;
  for (const event of events) {
    isProving = event.type === 'proof';
    switch (event.type) {
      case 'begin':
        headlines = event;
        break;
      case 'so-far':
        soFar = event;
        break;
      case 'proof':
        break;
      case 'sweep':
        swept = event.inputs;
        break;
      case 'run':
        runs.push({ ...event, divergedFrom: undefined });
        // Pairs of paths are long and rarely repeat, so they are not counted here.
        if (comparison.request.options.strategy === 'paper') {
          comparison.paths[event.driver].add(event.path.join('\n'));
        }
        break;
      case 'query':
        queries.push({ ...event, answer: undefined });
        break;
      case 'answer':
        change(queries, event.query, (query) => ({ ...query, answer: event }));
        break;
      case 'diverged':
        change(runs, event.run, (run) => ({ ...run, divergedFrom: event.query }));
        break;
      case 'difference':
        difference = event.inputs;
        shownBy = runs.findLast(({ inputs }) =>
          inputs.every((word, i) => word === event.inputs[i]),
        )?.number;
        break;
      case 'smaller':
        difference = event.inputs;
        break;
      case 'merged':
        merged = event;
        break;
      case 'verdict':
        // The comparison's promise resolves to the same report.
        break;
      default:
        event satisfies never;
    }
  }
  return {
    ...comparison,
    headlines,
    soFar,
    isProving,
    swept,
    difference,
    shownBy,
    merged,
    runs,
    queries,
  };
}

/** The data that the engine needs to print a query; undefined while its run is unknown. */
export function queryRequest(
  { request, runs }: Comparison,
  { name, side, run, flip, excluded }: Query,
): QueryTextRequest | undefined {
  const from = numbered(runs, run);
  return from && { ...request, inputs: from.inputs, name, side, flip, excluded };
}

/** The current activity of a running comparison. */
export function activity(
  comparison: Comparison,
):
  | { doing: 'running' }
  | { doing: 'solving'; query: Query }
  | { doing: 'shrinking' }
  | { doing: 'proving' } {
  if (comparison.difference) return { doing: 'shrinking' };
  if (comparison.isProving) return { doing: 'proving' };
  const query = comparison.queries.at(-1);
  return query && !query.answer ? { doing: 'solving', query } : { doing: 'running' };
}

/** The row with that number; rows are numbered from 1, in order. */
export function numbered<T extends { number: number }>(
  rows: readonly T[],
  number: number | null | undefined,
): T | undefined {
  if (number == null) return undefined;
  const row = rows[number - 1];
  return row?.number === number ? row : rows.find((other) => other.number === number);
}

function change<T extends { number: number }>(
  rows: T[],
  number: number,
  replace: (row: T) => T,
): void {
  const index = rows.findLastIndex((row) => row.number === number);
  const row = rows[index];
  if (row) rows[index] = replace(row);
}

/** Whether the editors and fields differ from what was compared. */
export function isChanged({
  comparison,
  programs,
  options: fields,
}: {
  comparison: Comparison | undefined;
  programs: Record<Side, Sources>;
  options: OptionFields;
}): boolean {
  if (!comparison) return false;
  const { left, right, options } = comparison.request;
  // Names are not part of what is compared.
  const { names: _, ...compared } = options;
  const reading = fromFields(fields);
  return (
    !isSame(left, programs.left) ||
    !isSame(right, programs.right) ||
    !reading.ok ||
    JSON.stringify(reading.options) !== JSON.stringify(compared)
  );
}

/**
 * The places that a search is known to have left open when it was cut off: unanswered queries, and
 * runs out of fuel. Unexplored places are not included.
 */
export function openSoFar({ queries, runs }: Comparison): Open[] {
  const asked = queries.flatMap(({ answer, side, run, condition }): Open[] => {
    const from = numbered(runs, run);
    if (!from || (answer && answer.answer !== 'unknown')) return [];
    const cut = answer ? 'unknown' : 'untried';
    return [{ cut, inputs: from.inputs, side, at: undefined, condition }];
  });
  const unfinished = runs.flatMap(({ inputs, ...run }): Open[] =>
    (['left', 'right'] as const).flatMap((side) =>
      endingOf(run[side]) === 'out-of-fuel'
        ? { cut: 'fuel' as const, inputs, side, at: undefined, condition: undefined }
        : [],
    ),
  );
  return [...asked, ...unfinished];
}

/** The input on which the programs differ. */
export function witnessOf(comparison: Comparison | undefined): Inputs | undefined {
  return comparison?.status.state === 'finished'
    ? comparison.status.report.witness?.inputs
    : undefined;
}

/** The observation that is worth comparing alone, because another one differs on the witness. */
export const secondQuestion = ({ summary }: Report): string | undefined =>
  summary.next.find(({ observe }) => observe)?.observe;

/** Inputs that the comparison ran, the witness first. */
export function inputsOf(comparison: Comparison | undefined): Inputs[] {
  if (!comparison) return [];
  const witness = witnessOf(comparison);
  const runs = comparison.runs.slice(-1000).map(({ inputs }) => inputs);
  return witness ? [witness, ...runs] : runs;
}
