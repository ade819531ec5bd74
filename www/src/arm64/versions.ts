/** Compares two ARM64 programs as versions, procedure by procedure, in one search. */

import type { EngineClient } from '../engine/client';
import { type Explained, PartsControl } from '../evidence/explain/parts';
import type { Cell } from '../kit/store';
import { arm64Client } from './engine';
import type { VersionsRequest, VersionsView } from './types';

interface Views {
  versions: VersionsView;
}

export type Versioning = Explained<VersionsRequest, Views>;

export class Arm64VersionsControl extends PartsControl<VersionsRequest, Views> {
  constructor(cell: Cell<Versioning | undefined>, engine: EngineClient) {
    const client = arm64Client(engine);
    super(cell, {
      order: ['versions'],
      start: (_, { request }, milliseconds) =>
        client.start('compareVersions', [{ ...request, milliseconds }], () => {}),
    });
  }
}
