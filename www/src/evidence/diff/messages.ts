/** The page's texts on the text difference. */

import type { Side } from '../../engine/types';
import { count } from '../../kit/phrases';
import { side } from '../../programs/messages';

export const diff = {
  label: 'The texts, line by line',
  same: 'Both texts are the same.',
  summary: (places: number, alike: number) =>
    `The texts differ in ${count(places, 'place', 'places')}; ${count(alike, 'line is', 'lines are')} the same. Texts that differ may still do the same.`,
  text: (s: Side) => `${side[s].symbol}, line by line`,
  both: 'Both texts in one: lines of P₁ are marked −, of P₂ +',
};
