/** How German puts numbers, lists and programs into words. */

import type { Side } from '../engine/types';
import { formatWord, type NumberFormat } from '../numbers';

export const number = (n: number) => n.toLocaleString('de');

export const count = (n: number, one: string, many: string) =>
  `${number(n)} ${n === 1 ? one : many}`;

export const list = (words: readonly string[]) =>
  words.length < 2
    ? words.join('')
    : `${words.slice(0, -1).join(', ')} und ${words[words.length - 1]}`;

export const inputs = ([a, b]: readonly [number, number], format: NumberFormat = 'signed') =>
  `$1 = ${formatWord(a, format)}, $2 = ${formatWord(b, format)}`;

/** “of the left program” */
export const ofProgram = (side: Side) =>
  side === 'left' ? 'des linken Programms' : 'des rechten Programms';
