import { ChangeSet, type ChangeSpec, type Text } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

import type { FormatReply } from '../../engine/types';
import { tools as messages } from '../messages';

/** Formats the whole text; the cursor keeps its position in the code. */
export async function formatText(
  view: EditorView,
  format: (text: string) => Promise<FormatReply>,
): Promise<void> {
  const { doc } = view.state;
  const { text, unparsed } = await format(doc.toString());
  // Do not overwrite what was typed meanwhile.
  if (view.state.doc !== doc) return;
  const changes = changesTo(doc, text);
  view.dispatch({
    changes,
    userEvent: 'input.format',
    effects: EditorView.announce.of(messages.formatted(unparsed.length)),
    scrollIntoView: true,
  });
}

/**
 * The changes line by line, so that the cursor and marks stay with their line. The formatter only
 * drops blank lines; if it did more, the whole text would be replaced.
 */
export function changesTo(doc: Text, text: string): ChangeSet {
  const lines = text.split('\n');
  const specs: ChangeSpec[] = [];
  let next = 0;
  for (let number = 1; number <= doc.lines; number += 1) {
    const line = doc.line(number);
    const formatted = lines[next];
    const isDropped = line.text.trim() === '' && formatted?.trim() !== '';
    if (formatted === undefined || isDropped) {
      const isLast = number === doc.lines;
      specs.push({
        from: isLast ? Math.max(line.from - 1, 0) : line.from,
        to: isLast ? line.to : line.to + 1,
      });
      continue;
    }
    next += 1;
    const { from, to } = line;
    const [start, end] = differing(line.text, formatted);
    if (start < end.old || start < end.new) {
      specs.push({
        from: from + start,
        to: to - (line.text.length - end.old),
        insert: formatted.slice(start, end.new),
      });
    }
  }
  if (next < lines.length)
    specs.push({ from: doc.length, insert: `\n${lines.slice(next).join('\n')}` });
  const whole = () => ChangeSet.of({ from: 0, to: doc.length, insert: text }, doc.length);
  try {
    const changes = ChangeSet.of(specs, doc.length);
    return changes.apply(doc).toString() === text ? changes : whole();
  } catch {
    return whole();
  }
}

/** Where two lines begin to differ, and where the difference ends in each. */
function differing(old: string, fresh: string): [number, { old: number; new: number }] {
  const shorter = Math.min(old.length, fresh.length);
  let start = 0;
  while (start < shorter && old[start] === fresh[start]) start += 1;
  let same = 0;
  while (same < shorter - start && old[old.length - 1 - same] === fresh[fresh.length - 1 - same]) {
    same += 1;
  }
  return [start, { old: old.length - same, new: fresh.length - same }];
}
