/** The page's texts around its features. */

import type { Place } from '../playground/state';
import type { Theme } from '../work/storage';

export const page = {
  title: 'Tamarin Playground',
  /** In the header of the page, beside the mark. */
  name: 'Tamarin',
  skip: 'Skip to the programs',
  share: 'Share',
  privacy: 'Everything runs in your browser; nothing you type leaves it.',
  version: `Version ${__VERSION__}`,
};

export const machines = {
  label: 'Machine',
  mips: 'MIPS',
  arm64: 'ARM64',
};

export const menu = {
  short: '⋯',
  label: 'More: save, embed, exercises, help, theme',
  embed: 'Embed …',
  exercise: 'Make an exercise of this pair',
  theme: 'Theme',
  themes: {
    system: 'System',
    light: 'Light',
    dark: 'Dark',
    contrast: 'High contrast',
  } satisfies Record<Theme, string>,
};

export const panes = {
  label: 'Which program',
};

export const places = {
  label: 'Parts of the page',
  programs: 'Programs',
  result: 'Result',
} satisfies Record<Place | 'label', string>;
