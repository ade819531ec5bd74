/** Explains why two MIPS programs differ, and asks what follows from that, by four searches. */

import { type Comparison, secondQuestion } from '../../comparison/comparison';
import type { Inputs } from '../../comparison/contract';
import type { EngineClient } from '../../engine/client';
import type {
  CauseView,
  ExplainRequest,
  MendView,
  RegionsView,
  SecondView,
  Side,
} from '../../engine/types';
import type { Cell } from '../../kit/store';
import { type Explained, type Part, type PartName, PartsControl, viewOf } from './parts';

export interface Views {
  cause: CauseView;
  mend: MendView;
  regions: RegionsView;
  /** Verdicts by one observation and with the same libraries, for the verdict's card. */
  second: SecondView;
}

/** In display order. */
export const partNames: readonly (keyof Views & PartName)[] = ['cause', 'mend', 'regions'];

/**
 * In search order: the verdict's card shows the regions and the second answers, and a fix selects
 * the cause that explains most.
 */
const searches: readonly (keyof Views)[] = ['regions', 'second', 'mend', 'cause'];

/** The explanation of a difference in progress. */
export type Explaining = Explained<ExplainRequest, Views>;

/** The result of a part, if there is one. */
export const found = <Name extends keyof Views>(
  explaining: Explaining | undefined,
  name: Name,
): Views[Name] | undefined => viewOf(explaining?.[name] as Part<Views[Name]> | undefined);

/** The input on which a finished or stopped comparison found a difference. */
export function differenceOf({ status, difference }: Comparison): Inputs | undefined {
  switch (status.state) {
    case 'finished':
      return status.report.witness?.inputs;
    case 'stopped':
      return difference;
    case 'running':
    case 'failed':
      return undefined;
    default:
      return status satisfies never;
  }
}

/** Searches for explanations, and keeps those of the last requested comparison. */
export class ExplainControl extends PartsControl<ExplainRequest, Views> {
  constructor(cell: Cell<Explaining | undefined>, engine: EngineClient) {
    super(cell, {
      order: searches,
      start: (name, explaining, milliseconds, onProgress) =>
        engine.start(calls[name], [requestOf(explaining, milliseconds)], onProgress),
    });
  }

  /**
   * Explains the difference of a comparison, unless that is already explained. A fix never edits
   * the `reference`, if it is known.
   */
  open({ request, began, status }: Comparison, inputs: Inputs, reference?: Side): void {
    const { left, right, options } = request;
    const observe = status.state === 'finished' ? secondQuestion(status.report) : undefined;
    const { contract, fuel, names } = options;
    this.begin(began, {
      left,
      right,
      ...(contract && { contract }),
      ...(names && { names }),
      ...(reference && { reference }),
      ...(observe && { observe }),
      fuel,
      inputs,
    });
  }
}

function requestOf(explaining: Explaining, milliseconds: number): ExplainRequest {
  const mend = found(explaining, 'mend');
  // A cause uses the words of the edited right program.
  const mended =
    mend?.report?.proved && mend.report.side === 'right' && mend.text
      ? { file: mend.file, text: mend.text }
      : undefined;
  const near = mend?.near ?? [];
  return { ...explaining.request, near, ...(mended && { mended }), milliseconds };
}

const calls = {
  cause: 'explainCause',
  mend: 'explainMend',
  regions: 'explainRegions',
  second: 'explainSecond',
} as const satisfies Record<keyof Views, string>;
