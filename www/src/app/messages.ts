/** The page's words on the page around its features. */

import { options } from '../comparison/messages';
import type { OptionName } from '../comparison/options';
import type { Side } from '../engine/types';
import { list } from '../kit/phrases';
import type { Theme } from '../work/storage';
import type { Place } from './state';

export const page = {
  title: 'Tamarin Playground',
  skip: 'Skip to the programs',
  tagline: 'Is there an input on which two MIPS programs differ?',
  share: 'Share',
  embed: 'Embed',
  theme: 'Theme',
  themes: {
    system: 'System',
    light: 'Light',
    dark: 'Dark',
    contrast: 'High contrast',
  } satisfies Record<Theme, string>,
  privacy: 'Everything runs in your browser; nothing you type leaves it.',
  version: `Version ${__VERSION__}`,
};

export const notices = {
  programErrors: (s: Side, file: string | undefined, line: number, message: string) =>
    `Not compared: the ${s} program has an error in line ${line}${
      file === undefined ? '' : ` of ${file}`
    }: ${message}.`,
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

export const panes = {
  label: 'Which program',
};

export const places = {
  label: 'Parts of the page',
  programs: 'Programs',
  verdict: 'Verdict',
  evidence: 'Evidence',
} satisfies Record<Place | 'label', string>;
