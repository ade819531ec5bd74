import { Task } from '@lit/task';
import { css, html } from 'lit';
import { type Comparison, inputsOf } from '../../comparison/comparison';
import { base } from '../../kit/base';
import { loaded } from '../../kit/loaded';
import { Component } from '../../playground/component';
import { readColours } from './map-inks';
import { paintCells } from './map-picture';
import { map as messages } from './messages';
import { mapped, toWords } from './mips';

/** The map of a comparison as a small picture that links to the map itself. */
export class TmSmallMap extends Component {
  static override properties = { comparison: { attribute: false } };

  static override styles = [
    base,
    css`
      button {
        display: block;
        min-block-size: 0;
        padding: 0;
        border: 1px solid var(--line);
        border-radius: var(--radius-m);
        overflow: hidden;
      }

      canvas {
        display: block;
        inline-size: 6rem;
        block-size: 6rem;
      }
    `,
  ];

  declare comparison: Comparison;

  readonly #dark = matchMedia('(prefers-color-scheme: dark)');
  readonly #redraw = () => this.requestUpdate();

  readonly #glance = new Task(this, {
    args: () => [this.comparison.began] as const,
    task: () => {
      const { left, right, options } = this.comparison.request;
      return this.app.map.glance({
        mapped: mapped({ left, right }, options.contract ?? {}, options.fuel),
        known: inputsOf(this.comparison).map(toWords),
      });
    },
  });

  override connectedCallback(): void {
    super.connectedCallback();
    this.#dark.addEventListener('change', this.#redraw);
  }

  override disconnectedCallback(): void {
    this.#dark.removeEventListener('change', this.#redraw);
    super.disconnectedCallback();
  }

  override render() {
    void this.state.theme;
    const { value: glance } = loaded(this.#glance);
    return html`<button
      type="button"
      aria-label=${messages.small}
      title=${messages.small}
      ?hidden=${!glance?.picture}
      @click=${() => this.app.showEvidence('map')}
    >
      <canvas></canvas>
    </button>`;
  }

  override updated(): void {
    const { value: glance } = loaded(this.#glance);
    const canvas = this.renderRoot.querySelector('canvas');
    if (!canvas || !glance?.picture) return;
    const density = window.devicePixelRatio || 1;
    const size = Math.round(canvas.clientWidth * density);
    if (size === 0) return;
    canvas.width = size;
    canvas.height = size;
    const { palette } = readColours(this);
    canvas.getContext('2d')?.putImageData(paintCells(glance, palette, size, density), 0, 0);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'tm-small-map': TmSmallMap;
  }
}

customElements.define('tm-small-map', TmSmallMap);
