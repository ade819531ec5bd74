import type { EngineClient, Running, Session } from '../../engine/client';
import type { CellView, MapGrid, MapProgress, Scale } from '../../engine/types';
import type { Cell } from '../../kit/store';
import { type Asked, type Glance, glance } from './glance';
import {
  type Axes,
  haveSameInputs,
  type Mapped,
  type MapRanges,
  type MapSource,
  type Point,
  pointOf,
  requestOf,
  type Words,
  wholePlane,
} from './plane';

/** A difference map in progress. */
export interface Mapping {
  /** Identifies the map that the engine's answers are about. */
  id: number;
  /** The programs at its start, and their inputs. */
  mapped: Mapped;
  /** The two inputs on the axes. */
  axes: Axes;
  scale: Scale;
  ranges: MapRanges;
  /** The ranges before zooming in, most recent last. */
  before: readonly MapRanges[];
  grid: MapGrid | undefined;
  /** The number of each cell's class, row by row from the smallest number upwards. */
  picture: Uint8Array | undefined;
  progress: MapProgress | undefined;
  isRunning: boolean;
  failure: string | undefined;
}

export const scales: readonly Scale[] = ['logarithmic', 'linear'];

/** A cell's position on a map. */
export interface Place {
  column: number;
  row: number;
}

/** The inputs at a point of a map. */
export const inputsAt = ({ axes, mapped }: Pick<Mapping, 'axes' | 'mapped'>, point: Point): Words =>
  mapped.ground.with(axes[0], point[0]).with(axes[1], point[1]);

/** The middle one of the cells that contain an input, if the map shows it. */
export function placeOf(grid: MapGrid, [a, b]: Point): Place | undefined {
  const column = middle(grid.columns, a);
  const row = middle(grid.rows, b);
  return column === undefined || row === undefined ? undefined : { column, row };
}

function middle(cells: MapGrid['columns'], number: bigint): number | undefined {
  const first = cells.findIndex(([from, to]) => from <= number && number <= to);
  if (first < 0) return undefined;
  const last = cells.findLastIndex(([from, to]) => from <= number && number <= to);
  return first + Math.floor((last - first) / 2);
}

/** The part of the plane between two cells. */
export function rangesBetween(grid: MapGrid, a: Place, b: Place): MapRanges {
  const between = (cells: MapGrid['columns'], one: number, other: number) => ({
    from: cells[Math.min(one, other)]?.[0] ?? 0n,
    to: cells[Math.max(one, other)]?.[1] ?? 0n,
  });
  return [between(grid.columns, a.column, b.column), between(grid.rows, a.row, b.row)];
}

/** A quarter of the visible range each way, around a cell; finally that cell alone. */
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

/** The value for unsampled cells in place of a region's number. */
const UNSEEN = 255;

/** Number of cells with a sample in some region. */
export const cellsIn = (regions: Uint8Array): number =>
  regions.reduce((sum, number) => sum + (number > 0 && number < UNSEEN ? 1 : 0), 0);

/** The lines between cells whose samples are in different regions: ends as grid positions. */
export function outline(
  { columns, rows }: MapGrid,
  regions: Uint8Array,
): readonly (readonly [Place, Place])[] {
  const lines: (readonly [Place, Place])[] = [];
  const at = (column: number, row: number) => regions[row * columns.length + column] ?? UNSEEN;
  const parts = (a: number, b: number) => a !== b && a !== UNSEEN && b !== UNSEEN;
  for (let row = 0; row < rows.length; row += 1) {
    for (let column = 0; column < columns.length; column += 1) {
      const here = at(column, row);
      if (column > 0 && parts(at(column - 1, row), here)) {
        lines.push([
          { column, row },
          { column, row: row + 1 },
        ]);
      }
      if (row > 0 && parts(at(column, row - 1), here)) {
        lines.push([
          { column, row },
          { column: column + 1, row },
        ]);
      }
    }
  }
  return lines;
}

/** The current map, and the navigation on it. */
export class MapControl {
  /** What the components of a map take from the playground around it. */
  readonly source: MapSource;
  readonly #cell: Cell<Mapping | undefined>;
  readonly #engine: () => EngineClient;
  #session: Session<'map'> | undefined;
  #rounds = 0;
  #stop = () => {};

  constructor(cell: Cell<Mapping | undefined>, source: MapSource, engine: () => EngineClient) {
    this.#cell = cell;
    this.source = source;
    this.#engine = engine;
  }

  /**
   * Starts a map of the current programs, with the view of the last one, or on the scale that shows
   * most.
   */
  async begin(): Promise<void> {
    const round = ++this.#rounds;
    const mapped = this.source.mapped();
    const isFirst = this.#cell.value === undefined && mapped.names.length > 1;
    const asked = { mapped, known: [] };
    const scale = isFirst ? (await glance(this.#engine(), asked))?.scale : undefined;
    // Another one may have been requested meanwhile.
    if (round === this.#rounds) await this.draw(mapped, scale && { scale });
  }

  /** The whole plane by little work; the map itself is unchanged. */
  glance(asked: Asked): Promise<Glance | undefined> {
    return glance(this.#engine(), asked);
  }

  /** Draws a map, with the view of the last one except for the parts given here. */
  async draw(
    mapped: Mapped,
    view: Partial<Pick<Mapping, 'scale' | 'ranges' | 'before' | 'axes'>> = {},
  ): Promise<void> {
    const last = this.#cell.value;
    const { scale, ranges, before, axes } = {
      scale: 'logarithmic' as const,
      ranges: wholePlane(mapped.machine),
      before: [],
      axes: [0, 1] as Axes,
      ...last,
      // Other inputs have other axes.
      ...(last && !haveSameInputs(last.mapped, mapped) && { axes: [0, 1] as Axes }),
      ...view,
    };
    const { ground } = mapped;
    this.#session?.close();
    let slices = 0;
    let refining: Running<void> | undefined;
    let isStopped = false;
    this.#stop = () => {
      isStopped = true;
      refining?.stop();
    };
    const session = this.#engine().open(
      'map',
      requestOf(mapped, {
        axes: [...axes] as [number, number],
        inputs: [...ground],
        scale,
        ranges,
        known: this.source
          .known()
          .filter(({ length }) => length === ground.length)
          .map((known) => pointOf(axes, known)),
      }),
      () => {
        // Repeat the lost map's progress; one that was running continues by itself.
        if (!this.#cell.value?.isRunning && slices > 0) session.call('refine', slices);
      },
    );
    this.#session = session;
    const { id } = session;
    const update = (change: Partial<Mapping>) => {
      const mapping = this.#cell.value;
      // Another one may have replaced it.
      if (mapping?.id === id) this.#cell.value = { ...mapping, ...change };
    };
    this.#cell.value = {
      id,
      mapped,
      axes,
      scale,
      ranges,
      before,
      grid: undefined,
      picture: undefined,
      progress: undefined,
      isRunning: true,
      failure: undefined,
    };
    try {
      await session.opened;
      update({ grid: await session.call('grid') });
      // Stopped or replaced before it had started.
      if (isStopped || this.#session !== session) return update({ isRunning: false });
      refining = session.start('refine', [Number.MAX_SAFE_INTEGER], (seen) => {
        slices = seen.slices;
        update({ picture: seen.picture, progress: seen.progress });
      });
      await refining.answer;
      update({ isRunning: false });
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error);
      update({ isRunning: false, failure });
    }
  }

  /** Shows another part of the plane, or the same one on another scale or axes. */
  show(view: Partial<Pick<Mapping, 'scale' | 'ranges' | 'axes'>>): void {
    const mapping = this.#cell.value;
    if (!mapping) return;
    const before = view.ranges ? [...mapping.before, mapping.ranges] : mapping.before;
    this.draw(mapping.mapped, { ...view, before });
  }

  /** Shows all words on both axes. */
  showWhole(): void {
    const mapping = this.#cell.value;
    if (mapping) this.show({ ranges: wholePlane(mapping.mapped.machine) });
  }

  zoomOut(): void {
    const mapping = this.#cell.value;
    const ranges = mapping?.before.at(-1);
    if (!mapping || !ranges) return;
    const view = { ranges, before: mapping.before.slice(0, -1) };
    this.draw(mapping.mapped, view);
  }

  stop(): void {
    this.#stop();
  }

  /** A cell of the map with that number. Undefined for a map that is gone, or an unsampled cell. */
  async cell(id: number, place: Place): Promise<CellView | undefined> {
    const session = this.#session;
    if (session?.id !== id) return undefined;
    return (await session.call('cell', place.column, place.row)) ?? undefined;
  }

  /**
   * For each cell of the map with that number, the first condition, from 1, that its sample
   * satisfies; 0 if none does, 255 if the cell is unsampled. Undefined for a map that is gone.
   */
  async regions(id: number, conditions: readonly string[]): Promise<Uint8Array | undefined> {
    const session = this.#session;
    return session?.id === id ? session.call('regions', conditions) : undefined;
  }

  /** The cells as a table in CSV. */
  async table(): Promise<string> {
    if (!this.#session) throw new Error('there is no map');
    return this.#session.call('table');
  }
}
