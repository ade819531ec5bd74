/** The page's words on the page around its features. */

import type { Place } from '../playground/state';
import type { Theme } from '../work/storage';

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

export const panes = {
  label: 'Which program',
};

export const places = {
  label: 'Parts of the page',
  programs: 'Programs',
  verdict: 'Verdict',
  evidence: 'Evidence',
} satisfies Record<Place | 'label', string>;
