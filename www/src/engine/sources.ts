/** The files of a program, as the page has them. */

import type { Style } from '../../generated/tamarin_tools';

/** A text of a program. How its name ends tells what it is written in. */
export interface SourceFile {
  readonly name: string;
  readonly text: string;
  /** What the code of WLP4 looks like; `stack` where it is left out. */
  readonly style?: Style | undefined;
}

/** The files of a program, in the order in which they are linked: one at least. */
export type Sources = readonly SourceFile[];

export const isWlp4 = ({ name }: Pick<SourceFile, 'name'>): boolean => /\.wlp4$/i.test(name);

export const styles: readonly Style[] = ['stack', 'registers', 'folded'];

/** Whether two programs have the same files. */
export function isSame(one: Sources, other: Sources): boolean {
  return (
    one === other ||
    (one.length === other.length && one.every((file, index) => isSameFile(file, other[index])))
  );
}

function isSameFile(one: SourceFile, other: SourceFile | undefined): boolean {
  return (
    one === other ||
    (one.name === other?.name &&
      one.text === other.text &&
      (one.style ?? 'stack') === (other.style ?? 'stack'))
  );
}
