/** The engine for ARM64 as the page sees it. */

import type { Call as CallOf } from '../engine/call';
import type { EngineClient, EngineListener, EngineWorker, Running } from '../engine/client';
import { compiledOnce, startWith } from '../engine/spawn';
import type { calls } from './calls';

const wasm = compiledOnce(new URL('../../generated/tamarin_arm64_bg.wasm', import.meta.url));

/** A dedicated engine: its worker and its wasm, from the page's files. */
export function spawnArm64(listener: EngineListener): EngineWorker {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    type: 'module',
    name: 'arm64',
  });
  return startWith(wasm, worker, listener);
}

type Calls = typeof calls;
// biome-ignore lint/suspicious/noExplicitAny: all arguments except the first, of any call.
type Args<Name extends keyof Calls> = Calls[Name] extends (call: any, ...args: infer Rest) => any
  ? Rest
  : never;
type Answer<Name extends keyof Calls> = Awaited<ReturnType<Calls[Name]>>;

/** What a call reports before its answer. */
type UpdateOf<Name extends keyof Calls> =
  Parameters<Calls[Name]>[0] extends CallOf<infer Update> ? Update : never;

/** A client whose worker answers the calls for ARM64. */
export interface Arm64Client {
  call<Name extends keyof Calls>(name: Name, ...args: Args<Name>): Promise<Answer<Name>>;
  /** A call that can be stopped. */
  start<Name extends keyof Calls>(
    name: Name,
    args: Args<Name>,
    onUpdate: (update: UpdateOf<Name>) => void,
  ): Running<Answer<Name>>;
}

/** The messages of a client name its calls, so it serves any worker; only its types are of MIPS. */
export const arm64Client = (client: Pick<EngineClient, 'call'>): Arm64Client =>
  client as unknown as Arm64Client;
