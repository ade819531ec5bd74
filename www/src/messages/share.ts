/**
 * The words of links and embeds. A file of its own, because an embed shows
 * them before it loads the rest of the page.
 */

import type { RunReport, Side, Verdict } from '../engine/types';
import type { EmbedTheme, Panel } from '../link/embed';
import type { Claim } from '../link/opening';
import type { Ending, Receipt } from '../link/receipt';
import type { LinkProblem } from '../link/schema';

const titles: Record<Verdict, string> = {
  disequivalent: 'they differ',
  equivalent: 'they agree on every input',
  'equivalent-up-to': 'they agree as far as the fuel goes',
  'possibly-equivalent': 'no difference was found',
};

export const problems: Record<LinkProblem, string> = {
  'not-a-link': 'What follows the # of this address is not a comparison.',
  damaged:
    'This link is damaged: a part of it is missing or was changed on the way. Ask for it again, or look whether all of it was copied.',
  'too-long': 'This link is longer than a comparison can be.',
  newer:
    'This link was made by a newer version of Tamarin. Reload the page, or open the link where it was made.',
};

export const names = {
  label: (s: Side) => `Name on the ${s}`,
  placeholder: 'Name',
};

const input = ([first, second]: [number, number]) => `$1 = ${first}, $2 = ${second}`;

const endingOf = (ending: Ending): string => {
  switch (ending[0]) {
    case 'done':
      return `$3 = ${ending[1]}`;
    case 'fault':
      return `fault (${ending[1]})`;
    case 'out-of-fuel':
      return 'out of fuel';
    default:
      return ending satisfies never;
  }
};

const endOf = (run: RunReport): string =>
  endingOf(
    run.outcome === 'done'
      ? ['done', run.result ?? 0]
      : run.outcome === 'fault'
        ? ['fault', run.fault?.kind ?? '']
        : ['out-of-fuel'],
  );

const both = (left: string, right: string) => `left ${left}, right ${right}`;

export const receipts = {
  label: 'Result in the link',
  /** What the receipt says, without a word on whether it is so. */
  claim: ({ verdict, witness }: Receipt): string =>
    witness
      ? `The link says: for ${input(witness.inputs)} ${titles[verdict]}: ${both(endingOf(witness.left), endingOf(witness.right))}.`
      : `The link says of these programs: ${titles[verdict]}.`,
  /** The verdict for a page's own text. */
  told: ({ verdict, witness }: Receipt): string =>
    witness
      ? `For ${input(witness.inputs)} ${titles[verdict]}: ${both(endingOf(witness.left), endingOf(witness.right))}.`
      : `Of these programs Tamarin says: ${titles[verdict]}.`,
  from: ({ engine }: Receipt) => `Found by version ${engine} of the engine, with these options.`,
  titles: {
    'not-checked': 'A verdict that was not checked here',
    running: 'Running both programs',
    confirmed: 'The programs differ: confirmed here',
    'ends-otherwise': 'The programs differ here too, but not as the link says',
    refuted: 'This version disagrees with the link',
    failed: 'Could not be checked',
  } satisfies Record<Claim['check']['state'], string>,
  check: ({ check }: Claim, version: string): string => {
    switch (check.state) {
      case 'not-checked':
        return 'A link proves nothing. Press Compare to find out here.';
      case 'running':
        return 'On the input in the link.';
      case 'confirmed':
        return 'Both programs were run on this input just now, without a solver, and end as the link says.';
      case 'ends-otherwise':
        return `Both programs were run on this input just now by version ${version}: ${both(endOf(check.replay.left), endOf(check.replay.right))}.`;
      case 'refuted':
        return `Both programs were run on this input just now by version ${version}, and this shows no difference: ${both(endOf(check.replay.left), endOf(check.replay.right))}. Press Compare to find out more.`;
      case 'failed':
        return `The programs could not be run: ${check.message}.`;
      default:
        return check satisfies never;
    }
  },
};

export const links = {
  label: 'Link',
  opened: 'This comparison was opened from a link.',
  kept: 'What is in the editors was not touched.',
  earlier: 'Your own work from before is kept.',
  restore: 'Back to your own work',
  forget: 'Forget it',
  dismiss: 'Dismiss',
};

export const share = {
  open: 'Share',
  title: 'Share this comparison',
  close: 'Close',
  explanation:
    'The link holds both programs, their names and the options. They stand in the link itself: nothing is stored anywhere.',
  link: 'Link',
  copy: 'Copy link',
  copied: 'Copied',
  length: (characters: number) => `${characters.toLocaleString('en')} characters`,
  receipt: 'With the result',
  receiptHelp: 'Whoever opens the link sees the verdict; a difference is run again there at once.',
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

export const embed = {
  open: 'Embed',
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
  previewTitle: 'Preview of the embed',
  /** Of an embed itself. */
  frameTitle: 'Comparison of two MIPS programs',
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
