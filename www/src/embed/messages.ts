/** The page's texts on embeds. */

import type { Side } from '../engine/types';
import type { EmbedTheme, Panel } from './options';

export const embed = {
  title: 'Embed this comparison',
  close: 'Close',
  intro:
    'Paste this into a page of your own. Nothing else is needed: no server, no special headers.',
  kind: 'Embed as',
  kinds: {
    component: 'text that comes alive (web component)',
    frame: 'a frame (iframe)',
  },
  kindHelp: {
    component:
      'The programs are text of your page: they can be read without JavaScript, on paper and by a screen reader.',
    frame:
      'Works wherever a page allows frames. The script is optional: it lets the height follow.',
  },
  onlyTexts:
    'As text, each program is one file in assembly. A frame holds several files, and WLP4.',
  theme: 'Theme',
  themes: { system: 'System', light: 'Light', dark: 'Dark' } satisfies Record<EmbedTheme, string>,
  readOnly: 'Read-only',
  hide: 'Hide',
  hidden: { none: 'nothing', left: 'the left program', right: 'the right program' },
  hideHelp:
    'Hidden from view, not secret: the program is in the page’s source, and the results tell of it.',
  panels: 'Show',
  panelNames: {
    options: 'Options',
    evidence: 'Runs and queries',
    full: 'Open in full',
  } satisfies Record<Panel, string>,
  receipt: 'With the result',
  code: 'Code to paste',
  copy: 'Copy code',
  copied: 'Copied',
  preview: 'Preview',
  /** Texts of an embed itself. */
  frameTitle: 'Comparison of two programs',
  compare: 'Compare',
  edit: 'Edit',
  full: 'Open in full',
  loading: 'Loading …',
  cannotLoad: 'The rest of this comparison could not be loaded. Try again, or open it in full.',
  empty: 'There is no comparison in this frame’s address.',
  program: (s: Side, name: string) => name || (s === 'left' ? 'Left program' : 'Right program'),
  missing: 'This comparison needs two programs, each in a <pre> of its own.',
  wrongOptions: (wrong: readonly string[]) =>
    `These attributes are not values that can be used: ${wrong.join(', ')}.`,
};
