/** The lines of two texts between their common prefix and their common suffix. */
export function changedLines(
  one: readonly string[],
  other: readonly string[],
): { from: number; to: [number, number] } {
  const most = Math.min(one.length, other.length);
  let from = 0;
  while (from < most && one[from] === other[from]) from += 1;
  let behind = 0;
  while (behind < most - from && one.at(-1 - behind) === other.at(-1 - behind)) behind += 1;
  return { from, to: [one.length - behind, other.length - behind] };
}
