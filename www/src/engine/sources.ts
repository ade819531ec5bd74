/** The files of a program on the page. */

import type { Style } from '../../generated/tamarin_tools';

/** A text of a program. Its name's extension determines the language. */
export interface SourceFile {
  readonly name: string;
  readonly text: string;
  /** The style of compiled WLP4; `stack` by default. */
  readonly style?: Style | undefined;
}

/** The files of a program, in link order; at least one. */
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
