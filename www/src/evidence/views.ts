/** The views of the evidence: each is a folder beside this file, and a row here. */

import { html, type TemplateResult } from 'lit';

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

export interface View {
  id: string;
  /** What its tab says. */
  tab(comparison: Comparison | undefined): string;
  /** Whether there is nothing to see before there is a comparison. */
  ofComparison: boolean;
  /** Its code, which is loaded when it is first shown. */
  load(): Promise<unknown>;
  render(properties: ViewProperties): TemplateResult;
}

/** In the order of the tabs. */
export const views = [
  {
    id: 'runs',
    tab: (comparison) => messages.runs(comparison?.runs.length ?? 0),
    ofComparison: true,
    load: () => import('./runs/tm-runs'),
    render: ({ comparison, numbers }) =>
      html`<tm-runs .comparison=${comparison} .numbers=${numbers}></tm-runs>`,
  },
  {
    id: 'queries',
    tab: (comparison) => messages.queries(comparison?.queries.length ?? 0),
    ofComparison: true,
    load: () => import('./queries/tm-queries'),
    render: ({ comparison, numbers }) =>
      html`<tm-queries .comparison=${comparison} .numbers=${numbers}></tm-queries>`,
  },
  {
    id: 'paths',
    tab: () => messages.paths,
    ofComparison: true,
    load: () => import('./paths/tm-path-tree'),
    render: ({ comparison, numbers }) =>
      html`<tm-path-tree .comparison=${comparison} .numbers=${numbers}></tm-path-tree>`,
  },
  {
    id: 'proof',
    tab: () => messages.proof,
    ofComparison: true,
    load: () => import('./proof/tm-proof'),
    render: ({ comparison, numbers }) =>
      html`<tm-proof .comparison=${comparison} .numbers=${numbers}></tm-proof>`,
  },
  {
    id: 'explain',
    tab: () => messages.explain,
    ofComparison: true,
    load: () => import('./explain/tm-explain'),
    render: ({ comparison, numbers }) =>
      html`<tm-explain .comparison=${comparison} .numbers=${numbers}></tm-explain>`,
  },
  {
    id: 'versions',
    tab: () => messages.versions,
    ofComparison: true,
    load: () => import('./versions/tm-versions'),
    render: ({ comparison }) => html`<tm-versions .comparison=${comparison}></tm-versions>`,
  },
  {
    id: 'compiler',
    tab: () => messages.compiler,
    ofComparison: true,
    load: () => import('./compiler/tm-compiler'),
    render: ({ comparison, numbers }) =>
      html`<tm-compiler .comparison=${comparison} .numbers=${numbers}></tm-compiler>`,
  },
  {
    id: 'debugger',
    tab: () => messages.debugger,
    ofComparison: false,
    load: () => import('./debugger/tm-debugger'),
    render: ({ numbers, withEditors }) =>
      html`<tm-debugger .numbers=${numbers} .withEditors=${withEditors}></tm-debugger>`,
  },
  {
    id: 'map',
    tab: () => messages.map,
    ofComparison: false,
    load: () => import('./map/tm-map'),
    render: ({ numbers }) => html`<tm-map .numbers=${numbers}></tm-map>`,
  },
  {
    id: 'mutants',
    tab: () => messages.mutants,
    ofComparison: false,
    load: () => import('./mutants/tm-mutants'),
    render: () => html`<tm-mutants></tm-mutants>`,
  },
  {
    id: 'diff',
    tab: () => messages.diff,
    ofComparison: false,
    load: () => import('./diff/tm-diff'),
    render: () => html`<tm-diff></tm-diff>`,
  },
] as const satisfies readonly View[];

export type ViewId = (typeof views)[number]['id'];
