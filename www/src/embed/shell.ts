/**
 * An embed before it is activated: two texts and a button, light enough for many on one page. The
 * first click loads the rest.
 */

import { css, html, LitElement, nothing } from 'lit';

import type { Side } from '../engine/types';
import { base } from '../kit/base';
import { problems, receipts } from '../links/claim-messages';
import { toWork } from '../links/opening';
import { read, type Shared } from '../links/schema';
import { wholeText } from '../programs/source';
import { tellHeight } from './height';
import { liveScriptOf } from './live-scripts';
import { embed as messages } from './messages';
import type { Live, LiveEmbed } from './mounting';
import { readEmbedOptions } from './options';
import { loadScript } from './script';

export class TmEmbed extends LitElement {
  static override properties = {
    fragment: { state: true },
    isLoading: { state: true },
    isLive: { state: true },
    hasFailed: { state: true },
  };

  static override styles = [
    base,
    css`
      :host {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 0.625rem;
        padding: var(--space-2);
      }

      .programs {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr));
        gap: 0.625rem;
      }

      .panel h2 {
        padding: 0.375rem var(--space-3);
        border-block-end: 1px solid var(--line);
        overflow-wrap: anywhere;
      }

      pre {
        margin: 0;
        padding: var(--space-2) var(--space-3);
        max-block-size: 30rem;
        overflow: auto;
        tab-size: 4;
      }

      .bar {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--space-2) var(--space-4);
      }

      a {
        color: var(--accent);
        text-underline-offset: 0.2em;
      }

      .full {
        margin-inline-start: auto;
      }

      .refused {
        padding: var(--space-2) var(--space-3);
        border-inline-start: 6px solid var(--differ);
        background: var(--differ-wash);
      }
    `,
  ];

  /** The link to the current work, edited or not. */
  declare fragment: string | undefined;
  declare isLoading: boolean;
  declare isLive: boolean;
  declare hasFailed: boolean;

  readonly #fragment = location.hash.slice(1);
  readonly #options = readEmbedOptions(this.#fragment);
  readonly #reading = read(this.#fragment);
  #live: LiveEmbed | undefined;

  constructor() {
    super();
    this.fragment = this.#fragment.split('&', 1)[0];
    this.isLoading = false;
    this.isLive = false;
    this.hasFailed = false;
    const { theme } = this.#options;
    if (theme !== 'system') document.documentElement.dataset.theme = theme;
  }

  override firstUpdated(): void {
    tellHeight(this);
    if (this.#options.run && this.#reading.ok) this.#wake('compare');
  }

  override render() {
    const reading = this.#reading;
    if (!reading.ok) {
      const text = this.#fragment === '' ? messages.empty : problems[reading.problem];
      return html`<p class="panel refused" role="alert">${text}</p>`;
    }
    return html`<div id="live" ?hidden=${!this.isLive}></div>
      ${this.isLive ? nothing : this.#still(reading.shared)}
      <p role="status" class=${this.hasFailed ? 'panel refused' : 'unseen'}>
        ${this.hasFailed ? messages.cannotLoad : this.isLoading ? messages.loading : nothing}
      </p>
      ${this.isLive ? html`<div class="bar">${this.#full()}</div>` : nothing}`;
  }

  #still(shared: Shared) {
    const { programs, names, receipt } = shared;
    const shown = (['left', 'right'] as const).filter((side) => side !== this.#options.hide);
    return html`<div class="programs">
        ${shown.map((side) => this.#program(side, wholeText(programs[side]), names[side]))}
      </div>
      ${receipt ? html`<p>${receipts.claim(receipt, shared)}</p>` : nothing}
      <div class="bar">
        <button
          type="button"
          class="primary"
          aria-disabled=${this.isLoading}
          @click=${() => this.#wake('compare')}
        >
          ${this.isLoading ? messages.loading : messages.compare}
        </button>
        ${
          this.#options.readOnly
            ? nothing
            : html`<button
                type="button"
                aria-disabled=${this.isLoading}
                @click=${() => this.#wake('focus')}
              >
                ${messages.edit}
              </button>`
        }
        ${this.#full()}
      </div>`;
  }

  #program(side: Side, text: string, name: string) {
    return html`<div class="panel" role="group" aria-labelledby="title-${side}">
      <h2 id="title-${side}">${messages.program(side, name)}</h2>
      <pre tabindex="0">${text}</pre>
    </div>`;
  }

  #full() {
    if (!this.#options.panels.includes('full')) return nothing;
    const { fragment } = this;
    if (!fragment) return nothing;
    const address = `${new URL('./', document.baseURI).href}#${fragment}`;
    return html`<a class="full" href=${address} target="_blank" rel="noopener">${messages.full}</a>`;
  }

  async #wake(then: 'compare' | 'focus'): Promise<void> {
    const reading = this.#reading;
    if (!reading.ok || this.isLoading || this.#live) return;
    this.isLoading = true;
    this.hasFailed = false;
    try {
      const script = liveScriptOf(reading.shared);
      if (!window.tamarinLive) await loadScript(script);
      const place = this.renderRoot.querySelector('#live');
      const live: Live | undefined = window.tamarinLive;
      if (!live || !place) throw new Error(`${script} is not what was expected`);
      this.#live = await live.mount(place, toWork(reading.shared), this.#options, (fragment) => {
        this.fragment = fragment;
      });
      this.isLive = true;
      await this.updateComplete;
      if (then === 'compare') this.#live.compare();
      else this.#live.focus();
    } catch {
      this.hasFailed = true;
    } finally {
      this.isLoading = false;
    }
  }
}

customElements.define('tm-embed', TmEmbed);

// Another address is another embed.
addEventListener('hashchange', () => location.reload());
