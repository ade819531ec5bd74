import { css, html, nothing, type TemplateResult } from 'lit';

export interface Tab {
  id: string;
  label: string;
}

/**
 * A list of tabs. Each tab `id` controls the element `panel`, if that is in the same root. Arrow
 * keys move the focus between tabs, Enter and Space select: moving the focus loads no view and
 * starts no engine. If `selected` is empty, no tab is selected.
 */
export function renderTabs(
  tabs: readonly Tab[],
  selected: string,
  label: string,
  panel: string | undefined,
  select: (id: string) => void,
): TemplateResult {
  // If none is selected, the first one is focusable.
  const focusable = Math.max(
    0,
    tabs.findIndex(({ id }) => id === selected),
  );
  const move = (event: KeyboardEvent) => {
    const all = [...(event.currentTarget as HTMLElement).children] as HTMLElement[];
    const index = all.indexOf(event.target as HTMLElement);
    const next = {
      ArrowRight: (index + 1) % tabs.length,
      ArrowLeft: (index - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    all[next]?.focus();
  };
  return html`<div class="tabs" role="tablist" aria-label=${label} @keydown=${move}>
    ${tabs.map(
      ({ id, label: name }, index) =>
        html`<button
          type="button"
          role="tab"
          id="tab-${id}"
          aria-controls=${panel ?? nothing}
          aria-selected=${id === selected}
          tabindex=${index === focusable ? 0 : -1}
          data-label=${name}
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
    gap: 0 var(--space-1);
    border-block-end: 1px solid var(--line);
  }

  .tabs button {
    border: none;
    border-radius: var(--radius-m) var(--radius-m) 0 0;
    background: none;
    color: var(--muted);
    border-block-end: 3px solid transparent;
    padding-block: var(--space-1) 0.125rem;
  }

  /* A tab is as wide as it is when chosen, so that no other moves. */
  .tabs button::after {
    content: attr(data-label) / '';
    display: block;
    block-size: 0;
    overflow: hidden;
    visibility: hidden;
    font-weight: 600;
  }

  .tabs button[aria-selected='true'] {
    color: var(--ink);
    font-weight: 600;
    border-block-end-color: var(--accent);
  }

  /* A border without a colour would be seen where the system chooses the colours. */
  @media (forced-colors: active) {
    .tabs button {
      border-block-end-color: Canvas;
    }

    .tabs button[aria-selected='true'] {
      color: HighlightText;
      background: Highlight;
      border-block-end-color: Highlight;
    }
  }
`;
