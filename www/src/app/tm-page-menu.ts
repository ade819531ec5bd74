import { css, html } from 'lit';
import { glossary, instructions, keys } from '../help/messages';
import { base } from '../kit/base';
import { showDialog } from '../kit/lazy-dialog';
import { type MenuItem, menuStyles, renderMenu } from '../kit/menu';
import { Component } from '../playground/component';
import { saveItems } from '../work/save-items';
import { type Theme, themes } from '../work/storage';
import { menu as messages } from './messages';

/** The menu of rarely needed actions: files, embeds, exercises, help, colours. */
export class TmPageMenu extends Component {
  static override styles = [
    base,
    menuStyles,
    css`
      .theme {
        display: flex;
        align-items: center;
        justify-content: space-between;
        gap: var(--space-4);
        padding: var(--space-1) var(--space-3);
      }
    `,
  ];

  #items(): readonly MenuItem[] {
    return [
      ...saveItems(this.app, this.renderRoot),
      this.#dialog(messages.embed, 'tm-embed-dialog', () => import('../embed/tm-embed-dialog')),
      { name: messages.exercise, choose: () => this.#exercise() },
      this.#dialog(instructions.open, 'tm-instructions', () => import('../help/tm-instructions')),
      this.#dialog(glossary.open, 'tm-glossary', () => import('../help/tm-glossary')),
      { ...this.#dialog(keys.open, 'tm-keys', () => import('../help/tm-keys')), keys: 'F1' },
      { name: keys.tutorial, choose: () => this.#tutorial() },
    ];
  }

  #dialog(name: string, tag: string, load: () => Promise<unknown>): MenuItem {
    return { name, choose: () => showDialog(this.renderRoot, tag, load) };
  }

  override render() {
    return renderMenu(
      html`<span aria-hidden="true">${messages.short}</span><span class="unseen">${messages.label}</span>`,
      this.#items(),
      html`<li class="theme">
        <label for="theme">${messages.theme}</label>
        <select id="theme" @change=${this.#chooseTheme}>
          ${themes.map(
            (name) =>
              html`<option value=${name} ?selected=${name === this.state.theme}>${messages.themes[name]}</option>`,
          )}
        </select>
      </li>`,
    );
  }

  /** Opens the page of exercises with this pair, whose left program is the task's reference. */
  async #exercise(): Promise<void> {
    const [{ currentShare }, { write }] = await Promise.all([
      import('../links/current'),
      import('../links/schema'),
    ]);
    const shared = currentShare(this.app, false);
    const fragment = shared && write(shared);
    window.open(`./exercise.html${fragment ? `#${fragment}` : ''}`, '_blank');
  }

  #tutorial(): void {
    this.dispatchEvent(new CustomEvent('tutorial', { bubbles: true, composed: true }));
  }

  #chooseTheme(event: Event): void {
    this.app.settings.setTheme((event.target as HTMLSelectElement).value as Theme);
  }
}

customElements.define('tm-page-menu', TmPageMenu);
