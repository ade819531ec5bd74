/** The texts of the share dialog, loaded with it and not with the page. */

import type { Side } from '../engine/types';
import { number } from '../kit/phrases';

export const share = {
  title: 'Share this comparison',
  explanation:
    'The link holds both programs, their names and the options. They stand in the link itself: nothing is stored anywhere.',
  link: 'Link',
  copy: 'Copy link',
  copied: 'Copied',
  length: (characters: number) => `${number(characters)} characters`,
  long: 'Mail programs and chats cut links of more than 8,000 characters. Save a bundle or the programs instead, from the menu at the top.',
  receipt: 'With the result',
  receiptHelp:
    'Whoever opens the link sees the verdict; a difference is run again there at once, and a proof that it carries is checked there.',
  noReceipt: 'There is no result for these programs and options yet: press Compare first.',
  wrongOptions: 'There is no link while an option is not a value that can be used.',
  tooLong: 'These programs are too long for a link.',
  beside: {
    title: 'Compare with another link',
    label: 'Another link',
    take: 'Take its',
    put: 'and put it on the',
    program: (s: Side, name: string) => `${s} program${name ? ` (${name})` : ''}`,
    side: { left: 'left', right: 'right' } satisfies Record<Side, string>,
    open: 'Put it beside',
    undo: 'Your own text comes back with Ctrl+Z in the editor.',
  },
};
