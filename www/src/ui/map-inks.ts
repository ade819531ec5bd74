import { css } from 'lit';

import type { CellClass } from '../engine/types';
import { classNames, type Inks, type Palette } from './map-picture';

/** The map's colours: agreement is pale, a difference is not. */
export const mapColours = css`
  :host {
    --map-unseen: light-dark(#efece4, #262421);
    --map-unseen-2: var(--map-unseen);
    --map-agree: light-dark(#cfe6d6, #24412f);
    --map-agree-2: var(--map-agree);
    --map-both-fault: light-dark(#d4d0c6, #45413a);
    --map-both-fault-2: light-dark(#a7a294, #6a655b);
    --map-out-of-fuel: light-dark(#f2e3b3, #4a3f1c);
    --map-out-of-fuel-2: light-dark(#8a6a00, #d9b64f);
    --map-left-faults: light-dark(#d98a4b, #a85f24);
    --map-left-faults-2: light-dark(#8f3f0b, #f2b27a);
    --map-right-faults: light-dark(#9a86d6, #5f4aa8);
    --map-right-faults-2: light-dark(#4f3596, #c4b3f5);
    --map-results-differ: light-dark(#a3192f, #ff8090);
    --map-results-differ-2: var(--map-results-differ);
  }
`;

const probeOf = (host: HTMLElement) => {
  const probe = document.createElement('span');
  host.shadowRoot?.append(probe);
  const colour = (name: string) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  return { colour, done: () => probe.remove() };
};

/** What the page's colours are now, in this element. */
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
