/** The picture of a tree of paths as a self-contained file. */

import type { Label } from './label';
import { edgePath, type Layout, type Placed } from './layout';
import type { Kind } from './path-tree';

/** The colours of the file: those of the page when it is made. */
export interface Palette {
  readonly paper: string;
  readonly ink: string;
  readonly muted: string;
  readonly line: string;
  readonly fill: Readonly<Record<Kind, string>>;
  readonly stroke: Readonly<Record<Kind, string>>;
  readonly font: string;
}

export function svgFile(
  layout: Layout,
  palette: Palette,
  title: string,
  shapes: { fontSize: number; height: number; labelOf(place: Placed): Label },
): string {
  const { fontSize, height, labelOf } = shapes;
  const edges = layout.placed.flatMap((place) => {
    const parent = place.item.parent;
    const from = parent && layout.byId.get(parent.first.id);
    return from ? [edgePath(from, place)] : [];
  });
  const boxes = layout.placed.map((place) => {
    const { kind } = place.item.node;
    const { badge, program, text, result } = labelOf(place);
    const parts = [
      badge && `<tspan font-weight="700" fill="${palette.stroke[kind]}">${escaped(badge)} </tspan>`,
      program && `<tspan fill="${palette.muted}">${escaped(program)} </tspan>`,
      `<tspan>${escaped(text)}</tspan>`,
      result && `<tspan fill="${palette.muted}">  ${escaped(result)}</tspan>`,
    ];
    return [
      `<g><rect x="${round(place.x)}" y="${round(place.y - height / 2)}" width="${round(place.width)}" height="${round(height)}" rx="4" fill="${palette.fill[kind]}" stroke="${palette.stroke[kind]}"/>`,
      `<text x="${round(place.x + fontSize * 0.6)}" y="${round(place.y + fontSize * 0.35)}" xml:space="preserve">${parts.filter(Boolean).join('')}</text></g>`,
    ].join('');
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" width="${Math.ceil(layout.width)}" height="${Math.ceil(layout.height)}" viewBox="0 0 ${Math.ceil(layout.width)} ${Math.ceil(layout.height)}" font-family="${escaped(palette.font)}" font-size="${fontSize}" fill="${palette.ink}">
<title>${escaped(title)}</title>
<rect width="100%" height="100%" fill="${palette.paper}"/>
<path fill="none" stroke="${palette.line}" d="${edges.join('')}"/>
${boxes.join('\n')}
</svg>
`;
}

const round = (n: number) => Math.round(n * 10) / 10;

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
