import { css, html, LitElement, svg } from 'lit';

import type { ProofView } from '../../engine/types';
import { base } from '../../kit/base';
import { type Arrow, type Box, draw, lineHeight, padding } from './automaton';
import { proof as messages } from './messages';

/** Minimum scale. */
const LEAST = 0.7;

/** The automaton of a proof as a picture. All its content is also text below it. */
export class TmAutomaton extends LitElement {
  static override properties = { view: { attribute: false } };

  static override styles = [
    base,
    css`
      .frame {
        overflow: auto;
        max-block-size: 36rem;
      }

      /* As large as there is room for; what would be too small to read is scrolled. */
      svg {
        display: block;
        margin-inline: auto;
        block-size: auto;
        max-inline-size: 100%;
      }

      rect {
        fill: var(--surface);
        stroke: var(--control);
      }

      .ends rect {
        fill: var(--sunken);
      }

      text {
        fill: var(--ink);
        font-family: var(--mono);
      }

      .title {
        font-family: var(--sans);
        font-weight: 600;
      }

      path {
        fill: none;
        stroke: var(--control);
        stroke-width: 1.25;
      }

      marker path {
        fill: var(--control);
        stroke: none;
      }

      /* Over the line that it belongs to. */
      .words {
        fill: var(--muted);
        font-family: var(--sans);
        paint-order: stroke;
        stroke: var(--surface);
        stroke-width: 4px;
      }
    `,
  ];

  declare view: ProofView;

  /** Not as a style attribute, which strict content policies forbid. */
  override updated(): void {
    const picture = this.renderRoot.querySelector('svg');
    const width = picture?.width.baseVal.value ?? 0;
    if (picture) picture.style.minInlineSize = `${Math.round(LEAST * width)}px`;
  }

  override render() {
    const { width, height, boxes, arrows } = draw(this.view);
    return html`<div class="frame" tabindex="0" role="region" aria-label=${messages.automaton}>
      <svg
        role="img"
        font-size="11"
        aria-label=${messages.automatonLabel(this.view)}
        width=${width}
        viewBox="0 0 ${width} ${height}"
      >
        <defs>
          <marker
            id="head"
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="8"
            markerHeight="8"
            orient="auto"
          >
            <path d="M0 0 L8 4 L0 8 z"></path>
          </marker>
        </defs>
        ${arrows.map(arrowOf)} ${boxes.map((box) => this.#box(box))}
      </svg>
    </div>`;
  }

  #box({ index, x, y, width, height, title, lines }: Box) {
    const [left, top] = [x - width / 2, y - height / 2];
    const spots = this.view.places[index]?.spots ?? [];
    const ends = ['start', 'end', 'fault'];
    const isEnd = spots.every(({ kind }) => ends.includes(kind));
    return svg`<g class=${isEnd ? 'ends' : ''}>
      <rect x=${left} y=${top} width=${width} height=${height} rx="6"></rect>
      <text class="title" x=${left + padding} y=${top + padding + 0.75 * lineHeight}>${title}</text>
      ${lines.map(
        (line, row) =>
          svg`<text x=${left + padding} y=${top + padding + (row + 1.75) * lineHeight}>${line}</text>`,
      )}
    </g>`;
  }
}

function arrowOf({ path, x, y, words }: Arrow) {
  const top = y - ((words.length - 1.5) * lineHeight) / 2;
  return svg`<path d=${path} marker-end="url(#head)"></path>
    ${words.map(
      (line, row) =>
        svg`<text class="words" text-anchor="middle" x=${x} y=${top + row * lineHeight}>${line}</text>`,
    )}`;
}

customElements.define('tm-automaton', TmAutomaton);
