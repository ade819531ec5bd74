import type { EngineClient, RunningMap } from './engine/client';
import type { CellView, MapGrid, MapProgress, MapRequest, Scale, Side } from './engine/types';
import type { Store } from './store';

export type MapRanges = MapRequest['ranges'];

/** A difference map, as far as it has got. */
export interface Mapping {
  /** The programs as they were when it was begun. */
  programs: Record<Side, string>;
  fuel: number;
  scale: Scale;
  ranges: MapRanges;
  /** The parts of the plane that zooming in has left, the last one last. */
  before: readonly MapRanges[];
  grid: MapGrid | undefined;
  /** The number of each cell's class, row by row from the smallest $2. */
  picture: Uint8Array | undefined;
  progress: MapProgress | undefined;
  isRunning: boolean;
  failure: string | undefined;
}

export const wholePlane: MapRanges = [
  { from: -(2 ** 31), to: 2 ** 31 - 1 },
  { from: -(2 ** 31), to: 2 ** 31 - 1 },
];

export const scales: readonly Scale[] = ['logarithmic', 'linear'];

/** A cell's place on a map. */
export interface Place {
  column: number;
  row: number;
}

/** The middle one of the cells that an input is in, if the map shows it. */
export function placeOf(grid: MapGrid, [a, b]: readonly [number, number]): Place | undefined {
  const column = middle(grid.columns, a | 0);
  const row = middle(grid.rows, b | 0);
  return column === undefined || row === undefined ? undefined : { column, row };
}

function middle(cells: MapGrid['columns'], number: number): number | undefined {
  const first = cells.findIndex(([from, to]) => from <= number && number <= to);
  if (first < 0) return undefined;
  const last = cells.findLastIndex(([from, to]) => from <= number && number <= to);
  return first + Math.floor((last - first) / 2);
}

/** The part of the plane between two cells. */
export function rangesBetween(grid: MapGrid, a: Place, b: Place): MapRanges {
  const between = (cells: MapGrid['columns'], one: number, other: number) => ({
    from: cells[Math.min(one, other)]?.[0] ?? 0,
    to: cells[Math.max(one, other)]?.[1] ?? 0,
  });
  return [between(grid.columns, a.column, b.column), between(grid.rows, a.row, b.row)];
}

/** A quarter of what is seen each way, around a cell; that cell alone at last. */
export function rangesAround(grid: MapGrid, { column, row }: Place): MapRanges {
  const around = (cells: MapGrid['columns'], at: number): [number, number] => {
    const reach = cells.length < 8 ? 0 : Math.floor(cells.length / 8);
    const first = Math.max(0, Math.min(at - reach, cells.length - 1 - 2 * reach));
    return [first, Math.min(cells.length - 1, first + 2 * reach)];
  };
  const [left, right] = around(grid.columns, column);
  const [bottom, top] = around(grid.rows, row);
  return rangesBetween(grid, { column: left, row: bottom }, { column: right, row: top });
}

/** The map that is being made, and the moves on it. */
export class MapControl {
  readonly #store: Store;
  readonly #engine: () => EngineClient;
  #running: RunningMap | undefined;

  constructor(store: Store, engine: () => EngineClient) {
    this.#store = store;
    this.#engine = engine;
  }

  /** Begins a map of these programs, with the view of the last one. */
  async draw(
    programs: Record<Side, string>,
    fuel: number,
    view: Partial<Pick<Mapping, 'scale' | 'ranges' | 'before'>> = {},
  ): Promise<void> {
    const last = this.#store.state.mapping;
    const { scale, ranges, before } = {
      scale: 'logarithmic' as const,
      ranges: wholePlane,
      before: [],
      ...last,
      ...view,
    };
    this.#running?.stop();
    const begun: Mapping = {
      programs,
      fuel,
      scale,
      ranges,
      before,
      grid: undefined,
      picture: undefined,
      progress: undefined,
      isRunning: true,
      failure: undefined,
    };
    this.#store.update({ mapping: begun });
    let current = begun;
    const update = (change: Partial<Mapping>) => {
      // Another one may have taken its place.
      if (this.#store.state.mapping !== current) return;
      current = { ...current, ...change };
      this.#store.update({ mapping: current });
    };
    const running = this.#engine().map(
      { ...programs, fuel, scale, ranges, known: this.#known() },
      {
        grid: (grid) => update({ grid }),
        picture: (picture, progress) => update({ picture, progress }),
      },
    );
    this.#running = running;
    try {
      await running.end;
      update({ isRunning: false });
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error);
      update({ isRunning: false, failure });
    }
  }

  /** Shows another part of the plane, or the same one otherwise. */
  show(view: Partial<Pick<Mapping, 'scale' | 'ranges'>>): void {
    const { mapping } = this.#store.state;
    if (!mapping) return;
    const before = view.ranges ? [...mapping.before, mapping.ranges] : mapping.before;
    this.draw(mapping.programs, mapping.fuel, { ...view, before });
  }

  zoomOut(): void {
    const { mapping } = this.#store.state;
    const ranges = mapping?.before.at(-1);
    if (!mapping || !ranges) return;
    this.draw(mapping.programs, mapping.fuel, { ranges, before: mapping.before.slice(0, -1) });
  }

  stop(): void {
    this.#running?.stop();
  }

  async cell(place: Place): Promise<CellView | undefined> {
    return this.#engine().mapCell(place.column, place.row);
  }

  /** The cells as a table in CSV. */
  table(): Promise<string> {
    return this.#engine().table('map');
  }

  /** The inputs that the comparison ran, the witness first. */
  #known(): [number, number][] {
    const { comparison } = this.#store.state;
    if (!comparison) return [];
    const witness = witnessOf(comparison);
    const runs = comparison.runs.slice(-1000).map(({ inputs }) => inputs);
    return witness ? [witness, ...runs] : runs;
  }
}

export function witnessOf(comparison: Store['state']['comparison']): [number, number] | undefined {
  return comparison?.status.state === 'finished'
    ? comparison.status.report.witness?.inputs
    : undefined;
}
