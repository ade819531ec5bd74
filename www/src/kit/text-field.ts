/** A text field that also accepts a file. */

import { css } from 'lit';

import { fieldStyles } from './field';

export const textFieldStyles = css`
  ${fieldStyles}

  .field {
    display: grid;
    gap: var(--space-1);
    margin-block: var(--space-2);
    max-inline-size: 40rem;
  }

  .field label {
    font-size: var(--text-body);
    font-weight: 600;
  }

  textarea {
    inline-size: 100%;
    block-size: 7rem;
    padding-inline: var(--space-3);
    font-family: var(--mono);
    font-size: var(--text-body);
  }

  .given.drop {
    outline: 2px dashed var(--accent);
    outline-offset: 0.25rem;
  }

  .wrong {
    margin-block: var(--space-1);
    color: var(--differ);
    font-size: var(--text-body);
  }
`;

/** The text of a file, with line feeds; rejects if it is not text. */
export async function textOf(file: File): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return decoder.decode(await file.arrayBuffer()).replaceAll(/\r\n?/g, '\n');
}

/** Replaces the text of a field so that undo restores it. */
export function fill(area: HTMLTextAreaElement, text: string): void {
  area.focus();
  area.select();
  // The only way to change a field with undo.
  if (!document.execCommand('insertText', false, text)) area.setRangeText(text);
}

/**
 * Highlights a drop target while files are dragged over it, so that nothing else on the page
 * accepts them.
 */
export function overFiles(event: DragEvent, place: HTMLElement | null): void {
  if (!event.dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  event.stopPropagation();
  place?.classList.add('drop');
}

/** The dropped files, which nothing else on the page accepts. */
export function dropped(event: DragEvent, place: HTMLElement | null): File[] {
  place?.classList.remove('drop');
  const files = [...(event.dataTransfer?.files ?? [])];
  if (files.length > 0) {
    event.preventDefault();
    event.stopPropagation();
  }
  return files;
}
