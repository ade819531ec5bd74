import { css, html } from 'lit';
import { isSame, type Sources } from '../engine/sources';
import type { Side } from '../engine/types';
import { base } from '../kit/base';
import { type Dialog, renderDialog } from '../kit/lazy-dialog';
import { Component } from '../playground/component';
import { earlier as messages } from './messages';
import { loadShelf, type Work } from './storage';

/** The last work of other tabs, to be restored. */
export class TmEarlier extends Component implements Dialog {
  static override properties = { works: { state: true } };

  static override styles = [
    base,
    css`
      p {
        max-inline-size: 65ch;
      }

      li {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        align-items: center;
        gap: var(--space-1) var(--space-4);
        padding-block: 0.625rem;
        border-block-end: 1px solid var(--line);
      }

      code {
        display: block;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
    `,
  ];

  declare works: { time: number; work: Work }[];

  constructor() {
    super();
    this.works = [];
  }

  override render() {
    return renderDialog(
      messages.title,
      html`<p>${this.works.length === 0 ? messages.none : messages.about}</p>
        <ul>
          ${this.works.map(({ time, work }) => this.#item(time, work))}
        </ul>`,
    );
  }

  async show(): Promise<void> {
    this.works = loadShelf().filter((entry, index, all) =>
      isNews(entry, index, all, this.app.store.state.programs),
    );
    await this.updateComplete;
    this.renderRoot.querySelector('dialog')?.showModal();
  }

  #item(time: number, work: Work) {
    return html`<li>
      <div>
        <span class="muted">${messages.when(time)}</span>
        <code>${gist(work.left)}</code>
        <code>${gist(work.right)}</code>
      </div>
      <button
        type="button"
        @click=${() => {
          this.renderRoot.querySelector('dialog')?.close();
          this.app.replaceWork(work);
        }}
      >
        ${messages.take}
      </button>
    </li>`;
  }
}

type Entry = { work: Work };

/** Whether it differs from the editors and from all newer entries. */
function isNews(
  { work }: Entry,
  index: number,
  entries: readonly Entry[],
  { left, right }: Record<Side, Sources>,
): boolean {
  const isThis = (other: Record<Side, Sources>) =>
    isSame(other.left, work.left) && isSame(other.right, work.right);
  return (
    !isThis({ left, right }) && entries.findIndex(({ work: other }) => isThis(other)) === index
  );
}

/** A short description of a program: its first line, and its number of lines. */
function gist(sources: Sources): string {
  const lines = sources.flatMap(({ text }) =>
    text.split('\n').filter((line) => line.trim() !== ''),
  );
  return lines[0] === undefined
    ? messages.empty
    : `${lines[0].trim()} (${messages.lines(lines.length)})`;
}

customElements.define('tm-earlier', TmEarlier);
