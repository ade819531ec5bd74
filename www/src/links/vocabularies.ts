/**
 * The vocabulary of each version of links, which determines how it is packed. All but the last are
 * frozen.
 */

import { Vocabulary } from './codec';
import { dictionary, phrases } from './dictionary';

export const version1 = new Vocabulary(phrases, dictionary);

/** The dictionary for WLP4 and for the record. */
const wlp4 = `"receipt":{"printed":[0,"\\n","\\n"]{"needs":["contract"],"files":[["main.asm"],["main.asm","print.asm","proc.asm"],[["main.wlp4","registers"],["main.wlp4","folded"],["main.wlp4"],
int swap(int *first, int *second) {
int* new = NULL; delete [] array; array = new int[length];
  if (a == b) { } else { }
  if (a <= b) { } if (a >= b) { } if (a != 0) { } if (a > b) {
int wain(int *array, int length) {
  int i = 0;
  int sum = 0;
  while (i < length) {
    sum = sum + *(array + i);
    i = i + 1;
  }
  println(sum);
  return sum;
}
int wain(int a, int b) {
  int result = 0;
  println(a);
  return a + b;
}
.import print
.import init
.import new
.import delete
.export `;

export const version2 = new Vocabulary(phrases, wlp4 + dictionary);
