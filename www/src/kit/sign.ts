import { html, svg, type TemplateResult } from 'lit';

/** Strokes in a 24 by 24 square. */
const strokes: Readonly<Record<string, string>> = {
  '=': 'M4 9H20M4 15H20',
  '≠': 'M4 9H20M4 15H20M16.5 3.5L7.5 20.5',
  '?': 'M7 7.5A5 5 0 1 1 14.5 11.8C12.8 12.8 12 13.8 12 15.5M12 20.5V20.6',
  '!': 'M12 3.5V14.5M12 20.5V20.6',
  '≤': 'M19 3.5L5 9.5L19 15.5M5 20.5H19',
};

/** A drawn mathematical sign: fonts have it in different sizes and weights, or not at all. */
export function renderSign(sign: string): TemplateResult {
  const path = strokes[sign];
  if (!path) return html`<span class="sign" aria-hidden="true">${sign}</span>`;
  return html`<svg class="sign" viewBox="0 0 24 24" aria-hidden="true">
    ${svg`<path d=${path} fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" />`}
  </svg>`;
}
