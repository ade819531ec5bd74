import { EditorSelection, type EditorState } from '@codemirror/state';
import { EditorView, showDialog } from '@codemirror/view';

import type { EditorSymbol, RenameTrouble } from '../../engine/types';
import { parts } from '../../kit/messages';
import { tools as messages } from '../messages';

/** The engine's information about a text's labels. */
export interface LabelSource {
  symbols(text: string): Promise<readonly EditorSymbol[]>;
  renameTrouble(text: string, from: string, to: string): Promise<RenameTrouble | null>;
}

/** Goes to the definition of the label at the cursor, or from there to its next use. */
export async function goToLabel(view: EditorView, source: LabelSource): Promise<void> {
  const found = await symbolAtCursor(view, source);
  if (!found) return say(view, messages.noLabelHere);
  const { symbol, at } = found;
  const isDefinition = symbol.definitions.some(({ from, to }) => from <= at && at <= to);
  const places = isDefinition ? symbol.uses : symbol.definitions;
  const target = places.find(({ from }) => from > at) ?? places[0];
  if (!target) {
    return say(view, isDefinition ? messages.unused(symbol.name) : messages.undefined(symbol.name));
  }
  view.dispatch({
    selection: { anchor: target.from, head: target.to },
    effects: EditorView.scrollIntoView(target.from, { y: 'center' }),
  });
  view.focus();
}

/** Asks for a new name of the label at the cursor, and replaces all occurrences. */
export async function renameLabel(view: EditorView, source: LabelSource): Promise<void> {
  const found = await symbolAtCursor(view, source);
  if (!found) return say(view, messages.noLabelHere);
  const old = found.symbol.name;
  let label = messages.renameLabel(old);
  let name = old;
  for (;;) {
    const answer = await ask(view, label, name);
    if (answer === undefined || answer === old) return view.focus();
    name = answer;
    const text = view.state.doc.toString();
    const [trouble, symbols] = await Promise.all([
      source.renameTrouble(text, old, name),
      source.symbols(text),
    ]);
    const symbol = symbols.find((other) => other.name === old);
    if (!symbol) return say(view, messages.undefined(old));
    if (trouble) {
      label = messages.renameTrouble(name, trouble);
      continue;
    }
    // Somebody typed meanwhile: the positions belong to another text.
    if (view.state.doc.toString() !== text) continue;
    const places = [...symbol.definitions, ...symbol.uses];
    view.dispatch({
      changes: places.map(({ from, to }) => ({ from, to, insert: name })),
      userEvent: 'rename',
      effects: EditorView.announce.of(messages.renamed(old, name, places.length)),
    });
    return view.focus();
  }
}

/** Goes to a label by Ctrl-click or Cmd-click. */
export function clickToLabel(source: LabelSource) {
  return EditorView.domEventHandlers({
    mousedown(event, view) {
      if (!(event.ctrlKey || event.metaKey) || event.button !== 0) return false;
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
      if (at === null || !isInName(view.state, at)) return false;
      event.preventDefault();
      view.dispatch({ selection: EditorSelection.cursor(at) });
      goToLabel(view, source);
      return true;
    },
  });
}

/** Shows a message in a line under the text, until it is dismissed. */
export function say(view: EditorView, message: string): void {
  const { result } = showDialog(view, {
    label: message,
    submitLabel: parts.close,
    focus: 'button',
  });
  result.then(() => view.focus());
}

async function ask(view: EditorView, label: string, value: string): Promise<string | undefined> {
  const { result } = showDialog(view, {
    label,
    input: { name: 'name', type: 'text', value, autocapitalize: 'off', spellcheck: 'false' },
    submitLabel: messages.rename,
    focus: true,
  });
  const form = await result;
  const field = form?.elements.namedItem('name');
  return field instanceof HTMLInputElement ? field.value.trim() : undefined;
}

async function symbolAtCursor(view: EditorView, source: LabelSource) {
  const at = view.state.selection.main.head;
  const text = view.state.doc.toString();
  const isHere = ({ from, to }: { from: number; to: number }) => from <= at && at <= to;
  const symbols = await source.symbols(text);
  const symbol = symbols.find(
    ({ definitions, uses }) => definitions.some(isHere) || uses.some(isHere),
  );
  return symbol && { symbol, at };
}

function isInName(state: EditorState, at: number): boolean {
  const { text, from } = state.doc.lineAt(at);
  return /\w/.test(text.charAt(at - from)) || /\w/.test(text.charAt(at - from - 1));
}
