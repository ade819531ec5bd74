import { html, type TemplateResult } from 'lit';

import { parts as messages } from './messages';

/** The frame of a dialog: its title, its close button, its content. */
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

/** A component that is a dialog. */
export interface Dialog extends HTMLElement {
  show(): void;
}

/** Shows a dialog that is not needed at first; `load` loads its code. */
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
