/** Explains why two ARM64 programs differ, by four searches. */

import type { EngineClient } from '../engine/client';
import { type Explained, PartsControl, viewOf } from '../evidence/explain/parts';
import type { Cell } from '../kit/store';
import { arm64Client } from './engine';
import type { CauseView, ExplainRequest, MendView, PartingView, RegionsView } from './types';

export interface Views {
  parting: PartingView;
  cause: CauseView;
  mend: MendView;
  regions: RegionsView;
}

export type Explaining = Explained<ExplainRequest, Views>;

/** In display order. */
export const partNames = ['parting', 'cause', 'mend', 'regions'] as const satisfies (keyof Views)[];

/** In search order: a cause at what a fix changes comes first. */
const searches = ['parting', 'regions', 'mend', 'cause'] as const satisfies (keyof Views)[];

/** Searches for explanations, and keeps those of the last requested comparison. */
export class Arm64ExplainControl extends PartsControl<ExplainRequest, Views> {
  constructor(cell: Cell<Explaining | undefined>, engine: EngineClient) {
    const client = arm64Client(engine);
    super(cell, {
      order: searches,
      start: (name, explaining, milliseconds, onProgress) => {
        const near = viewOf(explaining.mend)?.near ?? [];
        const request = { ...explaining.request, near, milliseconds };
        return client.start(calls[name], [request], onProgress);
      },
    });
  }
}

const calls = {
  parting: 'explainParting',
  cause: 'explainCause',
  mend: 'explainMend',
  regions: 'explainRegions',
} as const satisfies Record<keyof Views, string>;
