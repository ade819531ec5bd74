import type { Palette } from './picture';

/** The page's current colours. */
export function palette(style: CSSStyleDeclaration): Palette {
  const color = (name: string) => resolve(style, name);
  const [surface, control, muted] = ['--surface', '--control', '--muted'].map(color) as [
    string,
    string,
    string,
  ];
  return {
    paper: color('--paper'),
    ink: color('--ink'),
    muted,
    line: control,
    font: style.getPropertyValue('--mono'),
    fill: {
      decision: surface,
      agree: color('--same-wash'),
      differ: color('--differ-wash'),
      infeasible: color('--sunken'),
      cut: color('--open-wash'),
      open: color('--paper'),
    },
    stroke: {
      decision: control,
      agree: color('--same'),
      differ: color('--differ'),
      infeasible: muted,
      cut: color('--open'),
      open: muted,
    },
  };
}

/** The colour of a custom property in the current theme. */
function resolve(style: CSSStyleDeclaration, name: string): string {
  const probe = document.body.appendChild(document.createElement('span'));
  probe.style.setProperty('forced-color-adjust', 'none');
  probe.style.color = style.getPropertyValue(name);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
