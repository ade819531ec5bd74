/**
 * `<tamarin-compare>`: two programs in somebody's notes that can be compared. The programs are part
 * of the page's own text, so they can be read without this script. With it there is a button, and a
 * click replaces them by the embed of the script's own host. The page therefore needs neither wasm
 * nor a worker: its policy has to allow this script and that frame.
 */

import type { Side } from '../engine/types';
import { write } from '../links/schema';
import { type Block, findBlocks, readContent } from './content';
import { followHeights } from './frame';
import { embed as messages } from './messages';
import { fromNames, writeEmbedOptions } from './options';
import { sheet } from './style';

const script =
  document.currentScript ?? document.querySelector('script[src*="tamarin-compare.js"]');

/** The folder of this script, which also has embed.html. */
const base = new URL('./', script instanceof HTMLScriptElement ? script.src : document.baseURI)
  .href;

export class TamarinCompare extends HTMLElement {
  readonly #root = this.attachShadow({ mode: 'open' });
  #frame: HTMLIFrameElement | undefined;

  connectedCallback(): void {
    this.#root.adoptedStyleSheets = [sheet];
    // The parser may not have reached the content yet.
    if (document.readyState === 'loading') {
      document.addEventListener('DOMContentLoaded', () => this.#render(), { once: true });
    } else this.#render();
  }

  /** Replaces the texts by the live comparison, and starts it. */
  compare(): void {
    this.#wake(true);
  }

  #render(): void {
    if (this.#frame || !this.isConnected) return;
    const blocks = findBlocks(this);
    if (!blocks) {
      this.#complain(messages.missing);
      return;
    }
    const content = readContent(this, blocks);
    if (!content.ok) {
      this.#complain(messages.wrongOptions(content.wrong));
      return;
    }
    this.#root.replaceChildren(
      make('div', { class: 'programs' }, ...this.#programs(blocks)),
      make('slot'),
      this.#bar(),
    );
  }

  /** Leaves the author's content unchanged. */
  #complain(text: string): void {
    this.#root.replaceChildren(make('slot'), make('p', { class: 'wrong', role: 'alert' }, text));
  }

  #programs(blocks: Record<Side, Block>): HTMLElement[] {
    const { hide } = fromNames(attributesOf(this));
    return (['left', 'right'] as const).map((side) => {
      const { element, text, name } = blocks[side];
      const title = make('div', { class: 'title', id: side }, messages.program(side, name));
      const section = make(
        'div',
        { class: 'program', role: 'group', 'aria-labelledby': side },
        title,
      );
      if (side === hide) section.hidden = true;
      if (element.matches('script')) section.append(make('pre', { tabindex: '0' }, text));
      else {
        element.slot = side;
        // Long lines can be scrolled, with the keyboard too.
        if (element instanceof HTMLElement && element.tabIndex < 0) element.tabIndex = 0;
        section.append(make('slot', { name: side }));
      }
      return section;
    });
  }

  #bar(): HTMLElement {
    const options = fromNames(attributesOf(this));
    const compare = make('button', { type: 'button', class: 'primary' }, messages.compare);
    compare.addEventListener('click', () => this.#wake(true));
    const bar = make('div', { class: 'bar' }, compare);
    if (!options.readOnly) {
      const edit = make('button', { type: 'button' }, messages.edit);
      edit.addEventListener('click', () => this.#wake(false));
      bar.append(edit);
    }
    const fragment = this.#fragment();
    if (options.panels.includes('full') && fragment) {
      const link = make(
        'a',
        { target: '_blank', rel: 'noopener' },
        messages.full,
      ) as HTMLAnchorElement;
      link.href = `${base}#${fragment}`;
      bar.append(link);
    }
    return bar;
  }

  #fragment(): string | undefined {
    const blocks = findBlocks(this);
    const content = blocks && readContent(this, blocks);
    return content?.ok ? write(content.shared) : undefined;
  }

  #wake(run: boolean): void {
    const fragment = this.#fragment();
    if (this.#frame || !fragment) return;
    const options = { ...fromNames(attributesOf(this)), run };
    const frame = document.createElement('iframe');
    this.#frame = frame;
    frame.title = messages.frameTitle;
    frame.allow = 'clipboard-write';
    frame.referrerPolicy = 'no-referrer';
    frame.style.height = `${Math.max(this.getBoundingClientRect().height, 120)}px`;
    frame.src = `${base}embed.html#${fragment}${writeEmbedOptions(options)}`;
    // The texts stay for printing; the frame replaces everything else.
    const texts = make('div', { class: 'texts' });
    texts.append(...this.#root.children);
    this.#root.replaceChildren(texts, make('slot', { name: 'live' }));
    // Outside of the shadow tree: only there can frames find each other to share an engine.
    frame.slot = 'live';
    this.append(frame);
    frame.focus();
  }
}

/** `theme` and `show` are those of a link; missing attributes are null. */
function attributesOf(element: Element): { get(name: string): string | null } {
  return { get: (name) => (name === 'run' ? null : element.getAttribute(name)) };
}

function make(
  name: string,
  attributes: Record<string, string> = {},
  ...children: (string | Node)[]
): HTMLElement {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

if (!customElements.get('tamarin-compare')) {
  customElements.define('tamarin-compare', TamarinCompare);
  followHeights(base);
}
