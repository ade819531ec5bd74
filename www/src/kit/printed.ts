/** What two programs printed, with the first place marked where they part. */

import { css, html, nothing } from 'lit';

/** How a character looks that has no shape of its own. */
const visible = (character: string): string => {
  if (character === '\n') return '↵\n';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant.
  return /[\u0000-\u001f\u007f]/.test(character)
    ? String.fromCodePoint(0x2400 + (character.codePointAt(0) ?? 0))
    : character;
};

/** The first place at which two texts are not the same; none where they are. */
export function firstDifference(a: string, b: string): number | undefined {
  const length = Math.max(a.length, b.length);
  for (let at = 0; at < length; at += 1) if (a[at] !== b[at]) return at;
  return undefined;
}

/** Characters before the mark that are shown. */
const BEFORE = 200;
/** Characters from the mark on. */
const BEHIND = 200;

/** A text as it is printed, its character at `mark` set off; `bytes` is how long all of it is. */
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
