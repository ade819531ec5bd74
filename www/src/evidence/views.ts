/**
 * The views of the evidence. Each one is a row here and the folder of that name, whose `panel.ts`
 * renders it and is loaded when the view is first shown (`loading.ts`).
 */

import type { Comparison } from '../comparison/comparison';
import type { NumberFormat } from '../kit/numbers';
import { evidence as messages } from './messages';

/** The properties of a view; anything else it needs is in the playground around it. */
export interface ViewProperties {
  comparison: Comparison | undefined;
  numbers: NumberFormat;
  /** Whether the editors are visible beside it, so that they can show the debugger's position. */
  withEditors: boolean;
  /** Whether the reader chose this view; otherwise it is the default. */
  isChosen: boolean;
}

/** A row: what the tab needs before the view is loaded. */
export interface View {
  /** The name of its folder. */
  id: string;
  /** Whether it has a tab of its own, or one under *More*. */
  under: 'tabs' | 'more';
  label: string;
  /** The text shown instead before the first comparison, if the view is shown then. */
  empty?: string;
}

/** In the order of the tabs. The tabs never change, so that none moves under a pointer. */
export const views = [
  { id: 'explain', under: 'tabs', label: messages.explain, empty: messages.empty.explain },
  { id: 'debugger', under: 'tabs', label: messages.debugger },
  { id: 'map', under: 'tabs', label: messages.map },
  { id: 'proof', under: 'tabs', label: messages.proof, empty: messages.empty.proof },
  { id: 'runs', under: 'more', label: messages.runs, empty: messages.empty.runs },
  { id: 'paths', under: 'more', label: messages.paths, empty: messages.empty.paths },
  { id: 'queries', under: 'more', label: messages.queries, empty: messages.empty.queries },
  { id: 'compiler', under: 'more', label: messages.compiler, empty: messages.empty.compiler },
  { id: 'versions', under: 'more', label: messages.versions, empty: messages.empty.versions },
  { id: 'mutants', under: 'more', label: messages.mutants },
  { id: 'diff', under: 'more', label: messages.diff },
] as const satisfies readonly View[];

export type ViewId = (typeof views)[number]['id'];
