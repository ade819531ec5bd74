/** The tabs of views, on the page of any machine: the first ones, and under *More* the others. */

import { css, html, type nothing, type TemplateResult } from 'lit';
import { type NumberFormat, numberFormats } from '../kit/numbers';
import { renderTabs, tabStyles } from '../kit/tabs';
import { evidence as messages } from './messages';

/** What a tab needs before its view is loaded. */
export interface TabRow<Id extends string> {
  id: Id;
  /** Whether the view has a tab of its own, or one under *More*. */
  under: 'tabs' | 'more';
  label: string;
}

/** Keeps the chosen notation of numbers. */
interface Notation {
  setNumbers(format: NumberFormat): void;
}

/** The tab that contains the tabs of the other views. */
const MORE = 'more';

export const viewTabStyles = [
  tabStyles,
  css`
    /* Panels go by the room that they have, which is not the window's. */
    #panel {
      container-type: inline-size;
    }

    .head {
      display: flex;
      flex-wrap: wrap;
      align-items: end;
      gap: 0 var(--space-4);
      border-block-end: 1px solid var(--line);
      padding-inline: var(--space-2);
    }

    .head .tabs {
      flex: 1 1 20rem;
      min-inline-size: 0;
      border: none;
      padding-block-start: var(--space-1);
    }

    @media (pointer: fine) {
      .tabs button {
        min-height: 1.875rem;
        padding-inline: 0.625rem;
        font-size: var(--text-body);
      }

      .further .tabs button {
        padding-inline: var(--space-2);
        font-size: var(--text-note);
      }

      select {
        min-height: 1.75rem;
        padding-block: 0;
      }
    }

    .further .tabs {
      padding-inline: var(--space-2);
      border-block-end: 1px solid var(--line);
      background: var(--sunken);
    }

    .numbers {
      display: flex;
      align-items: center;
      gap: var(--space-2);
      padding-block: var(--space-1);
      font-size: var(--text-note);
    }

    .wait {
      padding: var(--space-3);
    }

    @media print {
      .numbers,
      .tabs,
      .line {
        display: none;
      }
    }
  `,
];

export class ViewTabs<Id extends string> {
  readonly #label: string;
  readonly #first: readonly { id: string; label: string }[];
  readonly #others: readonly TabRow<Id>[];
  readonly #show: (id: Id) => void;
  /** The view under *More*: the one shown there last. */
  #more: Id | undefined;

  constructor(label: string, rows: readonly TabRow<Id>[], show: (id: Id) => void) {
    const isFirst = ({ under }: TabRow<Id>) => under === 'tabs';
    this.#label = label;
    this.#first = [...rows.filter(isFirst), { id: MORE, label: messages.more }];
    this.#others = rows.filter((row) => !isFirst(row));
    this.#show = show;
    this.#more = this.#others[0]?.id;
  }

  /** The tabs, and the choice of the notation of numbers. None is selected if `chosen` is undefined. */
  head(chosen: Id | undefined, numbers: NumberFormat, settings: Notation): TemplateResult {
    const choose = (event: Event) =>
      settings.setNumbers((event.target as HTMLSelectElement).value as NumberFormat);
    const show = (id: string) => {
      const to = id === MORE ? this.#more : (id as Id);
      if (to) this.#show(to);
    };
    return html`<div class="head">
      ${renderTabs(this.#first, this.tabOf(chosen), this.#label, 'panel', show)}
      <label class="numbers">
        <span class="unseen">${messages.numbers}</span>
        <select @change=${choose}>
          ${numberFormats.map(
            (format) =>
              html`<option value=${format} ?selected=${format === numbers}>
                ${messages.formats[format]}
              </option>`,
          )}
        </select>
      </label>
    </div>`;
  }

  /** The tab under which a view is; empty if there is no view. */
  tabOf(view: Id | undefined): string {
    if (view === undefined) return '';
    return this.#isMore(view) ? MORE : view;
  }

  /** A view in its place: those under *More* have tabs of their own. */
  body(view: Id, shown: TemplateResult | typeof nothing): TemplateResult | typeof nothing {
    if (!this.#isMore(view)) return shown;
    this.#more = view;
    return html`<div class="further">
        ${renderTabs(this.#others, view, messages.moreLabel, 'further', (id) =>
          this.#show(id as Id),
        )}
      </div>
      <div id="further" role="tabpanel" aria-labelledby="tab-${view}">${shown}</div>`;
  }

  #isMore(view: Id): boolean {
    return this.#others.some(({ id }) => id === view);
  }
}
