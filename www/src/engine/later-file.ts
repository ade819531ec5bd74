/** Where the part of the engine's wasm is that short comparisons do without (scripts/lib/split.mjs). */
export const laterFile = (): URL => new URL('../../generated/tamarin_later.wasm', import.meta.url);
