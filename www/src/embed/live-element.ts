import { ContextProvider } from '@lit/context';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { base } from '../kit/base';
import { playgroundContext } from '../playground/component';
import type { Playground } from '../playground/playground';
import { sides } from '../programs/control';
import type { EmbedOptions, Panel } from './options';
import '../comparison/tm-commands';
import '../comparison/tm-quick';
import '../playground/tm-crash';
import '../playground/tm-notice';
import '../programs/tm-editor';

/** The page's parts in an activated embed; those of a machine are in a subclass. */
export abstract class LiveElement extends LitElement {
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

      .question {
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
    return html`<tm-crash></tm-crash>
      <div class="editors">
        ${shown.map(
          (side) => html`<tm-editor .side=${side} .readOnly=${embed.readOnly}></tm-editor>`,
        )}
      </div>
      ${this.shows('options') ? this.options() : nothing}
      <div class="controls">
        <div class="question">${this.question()}</div>
        ${embed.readOnly ? nothing : html`<tm-quick></tm-quick>`}
        <tm-commands></tm-commands>
      </div>
      <tm-notice></tm-notice>
      ${this.answer()}`;
  }

  /** Whether the author wants a part to be there. */
  protected shows(panel: Panel): boolean {
    return this.embed?.panels.includes(panel) ?? false;
  }

  // What differs from machine to machine.

  /** What the programs are compared on. */
  protected abstract question(): TemplateResult;

  /** The options above the question. */
  protected abstract options(): TemplateResult | typeof nothing;

  /** The answer, with the evidence if the author wants that. */
  protected abstract answer(): TemplateResult;

  readonly #onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    if (event.defaultPrevented) return;
    // A key in another playground of the document does not concern this one.
    const path = event.composedPath();
    if (!path.includes(this) && path.some((target) => target instanceof LiveElement)) return;
    event.preventDefault();
    this.app.compare();
  };
}
