import type { CellClass } from '../../engine/types';
import { classNames, type Inks, type Palette } from './map-picture';

const probeOf = (host: HTMLElement) => {
  const probe = document.createElement('span');
  // Forced colours would be the same for all.
  probe.style.setProperty('forced-color-adjust', 'none');
  host.shadowRoot?.append(probe);
  const colour = (name: string) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  return { colour, done: () => probe.remove() };
};

/** The page's current colours in this element. */
export function readColours(host: HTMLElement): { palette: Palette; inks: Inks } {
  const { colour, done } = probeOf(host);
  const channels = (name: string) => {
    const [r = 0, g = 0, b = 0] = (colour(name).match(/[\d.]+/g) ?? []).map(Number);
    return [r, g, b] as const;
  };
  const pairs = classNames.map((name): [CellClass, Palette[CellClass]] => [
    name,
    [channels(`--map-${name}`), channels(`--map-${name}-2`)],
  ]);
  const inks: Inks = {
    ink: colour('--ink'),
    muted: colour('--muted'),
    line: colour('--control'),
    focus: colour('--focus'),
    paper: colour('--surface'),
    font: getComputedStyle(host).fontFamily,
  };
  done();
  return { palette: Object.fromEntries(pairs) as Palette, inks };
}
