/** The keys that work anywhere on the page. */

import { showDialog } from '../kit/lazy-dialog';
import type { Playground } from '../playground/playground';

/** The parts of the page that F6 cycles through, in page order. */
const parts: readonly ((root: ParentNode) => HTMLElement | null)[] = [
  (root) => root.querySelector('tm-editor'),
  (root) => root.querySelector('tm-editor:nth-of-type(2)'),
  (root) => root.querySelector('tm-commands'),
  (root) => root.querySelector('tm-answer'),
];

export function onKey(event: KeyboardEvent, root: ParentNode & Node, app: Playground): void {
  if (event.defaultPrevented) return;
  const hasControl = event.ctrlKey || event.metaKey;
  if (event.key === 'Enter' && hasControl) app.compare();
  else if (event.code === 'KeyS' && event.altKey && !hasControl) app.stop();
  else if (event.key === 'F1') showDialog(root, 'tm-keys', () => import('../help/tm-keys'));
  else if (event.key === 'F6' && !hasControl) goOn(root, event.shiftKey ? -1 : 1, app);
  else return;
  event.preventDefault();
}

/** Moves the focus from the current part to the next one, cyclically. */
function goOn(root: ParentNode, step: 1 | -1, app: Playground): void {
  const targets = parts.flatMap((find) => find(root) ?? []);
  const at = targets.findIndex((target) => target.matches(':focus-within'));
  const from = at < 0 && step < 0 ? 0 : at;
  const target = targets[(from + step + targets.length) % targets.length];
  if (target?.matches('tm-editor')) {
    app.programs.focus((target as HTMLElement & { side: 'left' | 'right' }).side);
  } else target?.focus();
}
