import { html, type TemplateResult } from 'lit';

import { parts as messages } from './messages';

/** A dialog's frame: its title, the button that closes it, its content. */
export function renderDialog(title: string, content: TemplateResult): TemplateResult {
  const close = (event: Event) => (event.currentTarget as HTMLElement).closest('dialog')?.close();
  return html`<dialog aria-labelledby="title">
    <div class="dialog-head">
      <h2 id="title">${title}</h2>
      <button type="button" @click=${close}>${messages.close}</button>
    </div>
    <div class="dialog-body">${content}</div>
  </dialog>`;
}

/** A component that is a dialog and can be shown. */
export interface Dialog extends HTMLElement {
  show(): void;
}

/** Shows a dialog that the first view does without; its code is loaded by `load`. */
export async function showDialog(
  root: ParentNode & Node,
  name: string,
  load: () => Promise<unknown>,
): Promise<void> {
  await load();
  const existing = root.querySelector<Dialog>(name);
  const dialog = existing ?? root.appendChild(document.createElement(name) as Dialog);
  dialog.show();
}
