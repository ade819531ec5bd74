/** Loads the renderer of a view, by the name of its folder. */

import type { TemplateResult } from 'lit';

import type { ViewId, ViewProperties } from './views';

/** The exports of `panel.ts` in a view's folder. */
export interface ViewModule {
  render(properties: ViewProperties): TemplateResult;
}

const modules = import.meta.glob<ViewModule>('./*/panel.ts');

export function loadView(id: ViewId): Promise<ViewModule> {
  const load = modules[`./${id}/panel.ts`];
  return load ? load() : Promise.reject(new Error(`evidence/${id} has no panel.ts`));
}
