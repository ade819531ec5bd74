import { css, html, LitElement, nothing } from 'lit';

import { app } from '../app';
import type { EmbedOptions } from '../link/embed';
import { sides } from '../playground';
import { base } from './base';
import './tm-commands';
import './tm-crash';
import './tm-editor';
import './tm-evidence';
import './tm-notice';
import './tm-options';
import './tm-verdict';

/** The page's parts as an embed shows them, once it was clicked on. */
export class TmLive extends LitElement {
  static override properties = { embed: { attribute: false } };

  static override styles = [
    base,
    css`
      :host {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 0.625rem;
        --editor-height: 7rem;
      }

      .editors {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr));
        gap: 0.625rem;
      }

      .controls {
        display: flex;
        flex-wrap: wrap;
        align-items: start;
        justify-content: space-between;
        gap: 0.5rem 1rem;
      }

      tm-options {
        flex: 1 1 20rem;
        min-inline-size: 0;
      }
    `,
  ];

  declare embed: EmbedOptions | undefined;

  constructor() {
    super();
    this.embed = undefined;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('keydown', onKey);
  }

  override disconnectedCallback(): void {
    window.removeEventListener('keydown', onKey);
    super.disconnectedCallback();
  }

  override render() {
    const { embed } = this;
    if (!embed) return nothing;
    const shown = sides.filter((side) => side !== embed.hide);
    const shows = (panel: EmbedOptions['panels'][number]) => embed.panels.includes(panel);
    return html`<tm-crash></tm-crash>
      <div class="editors">
        ${shown.map(
          (side) => html`<tm-editor .side=${side} .readOnly=${embed.readOnly}></tm-editor>`,
        )}
      </div>
      <div class="controls">
        ${shows('options') ? html`<tm-options></tm-options>` : nothing}
        <tm-commands></tm-commands>
      </div>
      <tm-notice></tm-notice>
      <tm-verdict></tm-verdict>
      ${shows('evidence') ? html`<tm-evidence></tm-evidence>` : nothing}`;
  }
}

const onKey = (event: KeyboardEvent) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
  event.preventDefault();
  app.compare();
};

declare global {
  interface HTMLElementTagNameMap {
    'tm-live': TmLive;
  }
}

customElements.define('tm-live', TmLive);
