/** The options of an embed's author, appended to a link: `&theme=dark&show=evidence`. */

import type { Side } from '../engine/types';

export type EmbedTheme = 'system' | 'light' | 'dark';

/** The parts of an embedded page besides the programs and the verdict. */
export type Panel = 'options' | 'evidence' | 'full';

export interface EmbedOptions {
  theme: EmbedTheme;
  readOnly: boolean;
  /** A program that is not shown; the link contains it nevertheless. */
  hide: Side | undefined;
  panels: readonly Panel[];
  /** Whether to compare as soon as the embed is loaded. */
  run: boolean;
}

export const embedThemes: readonly EmbedTheme[] = ['system', 'light', 'dark'];

export const panels: readonly Panel[] = ['options', 'evidence', 'full'];

/** An author who hides a program hardly wants a button that shows it. */
export const usualPanels = (hide: Side | undefined): readonly Panel[] => (hide ? [] : ['full']);

/** Parses the part after the first `&`; unknown options are ignored. */
export function readEmbedOptions(fragment: string): EmbedOptions {
  const at = fragment.indexOf('&');
  return fromNames(new URLSearchParams(at < 0 ? '' : fragment.slice(at + 1)));
}

/** Like {@link readEmbedOptions}, for anything with named values. */
export function fromNames(values: { get(name: string): string | null }): EmbedOptions {
  const hide = (['left', 'right'] as const).find((side) => side === values.get('hide'));
  const show = values.get('show')?.split(/[\s,]+/);
  return {
    theme: embedThemes.find((theme) => theme === values.get('theme')) ?? 'system',
    readOnly: values.get('read-only') !== null,
    hide,
    panels: show ? panels.filter((panel) => show.includes(panel)) : usualPanels(hide),
    run: values.get('run') !== null,
  };
}

/** The options by the names that {@link fromNames} reads, without defaults. */
export function toNames({ theme, readOnly, hide, panels: shown, run }: EmbedOptions) {
  const isUsual = usualPanels(hide).join() === shown.join();
  return {
    ...(theme === 'system' ? {} : { theme }),
    ...(readOnly ? { 'read-only': '' } : {}),
    ...(hide ? { hide } : {}),
    ...(isUsual ? {} : { show: shown.join(' ') }),
    ...(run ? { run: '' } : {}),
  };
}

/** The text that {@link readEmbedOptions} reads, to be appended to a link. */
export function writeEmbedOptions(options: EmbedOptions): string {
  return Object.entries(toNames(options))
    .map(([name, value]) => (value === '' ? `&${name}` : `&${name}=${value.replaceAll(' ', ',')}`))
    .join('');
}
