import type { ChangeSet, Text } from '@codemirror/state';

/** Whether changes replace all of a text except surrounding white space. */
export function replacesAll(changes: ChangeSet, before: Text): boolean {
  let kept = '';
  let end = 0;
  changes.iterChangedRanges((from, to) => {
    kept += before.sliceString(end, from);
    end = to;
  });
  kept += before.sliceString(end);
  return kept.trim() === '' && before.length > 0;
}
