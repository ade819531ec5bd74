/** The page's texts on a whole playground. */

import { options } from '../comparison/messages';
import type { OptionName } from '../comparison/options';
import type { Side } from '../engine/types';
import { list } from '../kit/phrases';

export const notices = {
  programErrors: (s: Side, file: string | undefined, line: number, message: string) =>
    `Not compared: the ${s} program has an error in line ${line}${
      file === undefined ? '' : ` of ${file}`
    }: ${message}.`,
  looksLikeWlp4: (s: Side) => `Not compared: the ${s} program looks like WLP4, not assembly.`,
  readAsWlp4: 'Read it as WLP4',
  optionErrors: (names: readonly OptionName[]) =>
    `Not compared: ${list(names.map((name) => options.labels[name]))} ${
      names.length === 1 ? 'is not a value' : 'are not values'
    } that can be used.`,
  changed: 'The programs or options have changed since this comparison: compare again.',
};

export const crash = {
  title: 'The engine has failed.',
  explanation:
    'This is a mistake in Tamarin, not in your programs. Nothing that you typed is lost, and the engine has been started again. If you can, open an issue with the project and paste the report below into it: it holds the versions, both programs and the options.',
  report: 'Report',
  copy: 'Copy report',
  copied: 'Copied',
  dismiss: 'Dismiss',
};
