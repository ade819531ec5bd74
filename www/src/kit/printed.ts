/** The outputs of two programs, with the first difference marked. */

import { css, html, nothing } from 'lit';

/** A visible form of an invisible character. */
const visible = (character: string): string => {
  if (character === '\n') return '↵\n';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant.
  return /[\u0000-\u001f\u007f]/.test(character)
    ? String.fromCodePoint(0x2400 + (character.codePointAt(0) ?? 0))
    : character;
};

/** The index of the first difference of two texts; undefined if they are equal. */
export function firstDifference(a: string, b: string): number | undefined {
  const length = Math.max(a.length, b.length);
  for (let at = 0; at < length; at += 1) if (a[at] !== b[at]) return at;
  return undefined;
}

/** Number of characters shown before the mark. */
const BEFORE = 200;
/** Number of characters shown from the mark on. */
const BEHIND = 200;

/** A printed text with the character at `mark` highlighted; `bytes` is its total length. */
export function printed(text: string, mark: number | undefined, bytes: number, label: string) {
  const at = mark ?? text.length;
  const start = Math.max(0, at - BEFORE);
  const end = Math.min(text.length, at + BEHIND);
  const rest = bytes > text.length || end < text.length;
  const marked =
    mark === undefined
      ? nothing
      : html`<mark title=${label}>${mark < text.length ? visible(text.charAt(mark)) : '∎'}</mark>`;
  return html`<samp class="printed">${start > 0 ? '…' : ''}${show(text.slice(start, at))}${marked}${show(
    text.slice(at + 1, end),
  )}${rest ? '…' : ''}</samp>`;
}

const show = (text: string): string => Array.from(text, visible).join('');

export const printedStyle = css`
  .printed {
    display: block;
    max-block-size: 8lh;
    overflow: auto;
    font-family: var(--mono);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }

  .printed mark {
    border-radius: 2px;
    background: var(--differ);
    color: var(--surface);
  }
`;
