import type { MachineName } from '../engine/machine';
import type { Shared } from '../links/schema';

/** The script that activates embeds of a machine. */
const liveScripts = {
  mips: 'embed-live.js',
  arm64: 'embed-arm64-live.js',
} as const satisfies Record<MachineName, string>;

export const liveScriptOf = ({ arm64 }: Shared): string =>
  liveScripts[arm64 === undefined ? 'mips' : 'arm64'];
