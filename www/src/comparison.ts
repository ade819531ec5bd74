import type {
  AnswerEvent,
  CompareRequest,
  Event,
  MergedEvent,
  QueryEvent,
  QueryTextRequest,
  Report,
  RunEvent,
  Side,
} from './engine/types';

export interface Run extends RunEvent {
  /** The query that predicted another path than this run took. */
  divergedFrom: number | undefined;
}

export interface Query extends QueryEvent {
  answer: AnswerEvent | undefined;
}

/** How a comparison stands. */
export type ComparisonStatus =
  | { state: 'running' }
  | { state: 'finished'; report: Report }
  /** Cut off while the engine was busy, so that there is no report. */
  | { state: 'stopped' }
  | { state: 'failed'; message: string };

/** A comparison, as far as it has got: what the page shows of it follows from this. */
export interface Comparison {
  /** Programs and options as they were when it began. */
  request: CompareRequest;
  /** When it began, in milliseconds of `performance.now()`. */
  began: number;
  status: ComparisonStatus;
  /** Inputs on which both programs were run before any question. */
  swept: number | undefined;
  /** The least input so far on which the programs differ, once one is known. */
  difference: readonly [number, number] | undefined;
  /** What became of the question about all paths merged, where it was asked. */
  merged: MergedEvent | undefined;
  runs: readonly Run[];
  queries: readonly Query[];
  /**
   * Different paths taken by each program as a driver, with the strategy of the paper.
   * They grow in place: there are tens of thousands, and the page draws ten times a second.
   */
  paths: Record<Side, Set<string>>;
}

export function begin(request: CompareRequest, began: number): Comparison {
  return {
    request,
    began,
    status: { state: 'running' },
    swept: undefined,
    difference: undefined,
    merged: undefined,
    runs: [],
    queries: [],
    paths: { left: new Set(), right: new Set() },
  };
}

/** The comparison after these events. */
export function advance(comparison: Comparison, events: readonly Event[]): Comparison {
  const runs = [...comparison.runs];
  const queries = [...comparison.queries];
  let { swept, difference, merged } = comparison;
  for (const event of events) {
    switch (event.type) {
      case 'sweep':
        swept = event.inputs;
        break;
      case 'run':
        runs.push({ ...event, divergedFrom: undefined });
        // Pairs of paths are long and seldom repeat: those are not counted here.
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
      case 'smaller':
        difference = event.inputs;
        break;
      case 'merged':
        merged = event;
        break;
      case 'verdict':
        // The comparison's promise brings the same report.
        break;
      default:
        event satisfies never;
    }
  }
  return { ...comparison, swept, difference, merged, runs, queries };
}

/** What the engine needs to write a query down; nothing while its run is not known. */
export function queryRequest(
  { request, runs }: Comparison,
  { name, side, run, flip, excluded }: Query,
): QueryTextRequest | undefined {
  const from = numbered(runs, run);
  return from && { ...request, inputs: from.inputs, name, side, flip, excluded };
}

/** What a running comparison does now. */
export function activity(
  comparison: Comparison,
): { doing: 'running' } | { doing: 'solving'; query: Query } | { doing: 'shrinking' } {
  if (comparison.difference) return { doing: 'shrinking' };
  const query = comparison.queries.at(-1);
  return query && !query.answer ? { doing: 'solving', query } : { doing: 'running' };
}

/** How each program ended in a run, seen from its driver. */
export function byRole(run: Run): { driver: Run['left']; verifier: Run['left'] } {
  return run.driver === 'left'
    ? { driver: run.left, verifier: run.right }
    : { driver: run.right, verifier: run.left };
}

/** The row of that number; rows are numbered from 1, in order. */
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
