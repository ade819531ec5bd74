import { css, html, type TemplateResult } from 'lit';

export interface Tab {
  id: string;
  label: string;
}

/**
 * A list of tabs. Each tab `id` is said to control the element `panel` of the
 * same root; the arrow keys go from tab to tab, as the pattern has it.
 * Where `selected` is empty, none is.
 */
export function renderTabs(
  tabs: readonly Tab[],
  selected: string,
  label: string,
  panel: string,
  select: (id: string) => void,
): TemplateResult {
  // Where none is selected the first one takes the focus.
  const focusable = Math.max(
    0,
    tabs.findIndex(({ id }) => id === selected),
  );
  const move = (event: KeyboardEvent) => {
    const index = tabs.findIndex(({ id }) => id === selected);
    const next = {
      ArrowRight: (index + 1) % tabs.length,
      ArrowLeft: (index - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }[event.key];
    const tab = next === undefined ? undefined : tabs[next];
    if (!tab) return;
    event.preventDefault();
    select(tab.id);
    const list = event.currentTarget as HTMLElement;
    (list.children[next ?? 0] as HTMLElement).focus();
  };
  return html`<div class="tabs" role="tablist" aria-label=${label} @keydown=${move}>
    ${tabs.map(
      ({ id, label: name }, index) =>
        html`<button
          type="button"
          role="tab"
          id="tab-${id}"
          aria-controls=${panel}
          aria-selected=${id === selected}
          tabindex=${index === focusable ? 0 : -1}
          @click=${() => select(id)}
        >
          ${name}
        </button>`,
    )}
  </div>`;
}

export const tabStyles = css`
  .tabs {
    display: flex;
    flex-wrap: wrap;
    gap: 0 0.25rem;
    border-block-end: 1px solid var(--line);
  }

  .tabs button {
    border: none;
    border-radius: 4px 4px 0 0;
    background: none;
    color: var(--muted);
    border-block-end: 3px solid transparent;
    padding-block: 0.25rem 0.125rem;
  }

  .tabs button[aria-selected='true'] {
    color: var(--ink);
    font-weight: 600;
    border-block-end-color: var(--accent);
  }
`;
