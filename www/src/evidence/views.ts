/**
 * The views of the evidence. Each one is a row here and the folder of that name, whose `panel.ts`
 * renders it and is loaded when the view is first shown (`loading.ts`).
 */

import type { Comparison } from '../comparison/comparison';
import type { NumberFormat } from '../kit/numbers';
import { evidence as messages } from './messages';

/** What a view is given; whatever else it needs is in the playground around it. */
export interface ViewProperties {
  comparison: Comparison | undefined;
  numbers: NumberFormat;
  /** Whether the editors are seen beside it, so that they can show where the debugger is. */
  withEditors: boolean;
}

/** A row: what the tab needs before the view is loaded. */
export interface View {
  /** The name of its folder. */
  id: string;
  /** What its tab says. */
  tab(comparison: Comparison | undefined): string;
  /** Whether there is nothing to see before there is a comparison. */
  ofComparison: boolean;
}

/** In the order of the tabs. */
export const views = [
  {
    id: 'runs',
    tab: (comparison) => messages.runs(comparison?.runs.length ?? 0),
    ofComparison: true,
  },
  {
    id: 'queries',
    tab: (comparison) => messages.queries(comparison?.queries.length ?? 0),
    ofComparison: true,
  },
  {
    id: 'paths',
    tab: () => messages.paths,
    ofComparison: true,
  },
  {
    id: 'proof',
    tab: () => messages.proof,
    ofComparison: true,
  },
  {
    id: 'explain',
    tab: () => messages.explain,
    ofComparison: true,
  },
  {
    id: 'versions',
    tab: () => messages.versions,
    ofComparison: true,
  },
  {
    id: 'compiler',
    tab: () => messages.compiler,
    ofComparison: true,
  },
  {
    id: 'debugger',
    tab: () => messages.debugger,
    ofComparison: false,
  },
  {
    id: 'map',
    tab: () => messages.map,
    ofComparison: false,
  },
  {
    id: 'mutants',
    tab: () => messages.mutants,
    ofComparison: false,
  },
  {
    id: 'diff',
    tab: () => messages.diff,
    ofComparison: false,
  },
] as const satisfies readonly View[];

export type ViewId = (typeof views)[number]['id'];
