/** The address of the engine's wasm that short comparisons do not need (scripts/lib/split.mjs). */
export const laterFile = (): URL => new URL('../../generated/tamarin_later.wasm', import.meta.url);
