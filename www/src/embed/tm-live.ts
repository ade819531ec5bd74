import { ContextProvider } from '@lit/context';
import { css, html, LitElement, nothing } from 'lit';
import { base } from '../kit/base';
import { playgroundContext } from '../playground/component';
import type { Playground } from '../playground/playground';
import { sides } from '../programs/control';
import type { EmbedOptions } from './options';
import '../comparison/tm-answer';
import '../comparison/tm-commands';
import '../comparison/tm-contract';
import '../playground/tm-crash';
import '../programs/tm-editor';
import '../evidence/tm-evidence';
import '../playground/tm-notice';
import '../comparison/tm-options';
import '../comparison/tm-quick';

/** The page's parts in an activated embed. */
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
        align-items: center;
        gap: var(--space-2) var(--space-4);
      }

      tm-contract {
        flex: 1 1 20rem;
        min-inline-size: 0;
      }
    `,
  ];

  declare embed: EmbedOptions | undefined;
  readonly #provider = new ContextProvider(this, { context: playgroundContext });

  /** Set once, before the element is connected. */
  get app(): Playground {
    return this.#provider.value;
  }

  set app(app: Playground) {
    this.#provider.setValue(app);
  }

  constructor() {
    super();
    this.embed = undefined;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('keydown', this.#onKey);
  }

  override disconnectedCallback(): void {
    window.removeEventListener('keydown', this.#onKey);
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
      ${shows('options') ? html`<tm-options></tm-options>` : nothing}
      <div class="controls">
        <tm-contract></tm-contract>
        ${embed.readOnly ? nothing : html`<tm-quick></tm-quick>`}
        <tm-commands></tm-commands>
      </div>
      <tm-notice></tm-notice>
      <tm-answer ?canExplain=${shows('evidence')} ?canStep=${shows('evidence')}></tm-answer>
      ${shows('evidence') ? html`<tm-evidence></tm-evidence>` : nothing}`;
  }

  readonly #onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    if (event.defaultPrevented) return;
    // A key in another playground of the document does not concern this one.
    const path = event.composedPath();
    if (!path.includes(this) && path.some((target) => target instanceof TmLive)) return;
    event.preventDefault();
    this.app.comparison.compare();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'tm-live': TmLive;
  }
}

customElements.define('tm-live', TmLive);
