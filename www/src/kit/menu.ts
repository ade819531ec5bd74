import { css, html, type TemplateResult } from 'lit';

export interface MenuItem {
  name: string;
  /** Its shortcut in the reader's notation. */
  keys?: string;
  /** Why it is disabled now; the reason is announced, and the item remains focusable. */
  waits?: string | undefined;
  choose(): void;
}

/**
 * A button that opens a short menu; `last` is a field at its end. Escape and a click elsewhere
 * close it.
 */
export function renderMenu(
  label: TemplateResult | string,
  items: readonly MenuItem[],
  last: TemplateResult | string = '',
): TemplateResult {
  const close = (event: Event, focus: boolean) => {
    const menu = (event.currentTarget as HTMLElement).closest('details');
    if (!menu?.open) return;
    menu.open = false;
    if (focus) menu.querySelector('summary')?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close(event, true);
  };
  const onLeave = (event: FocusEvent) => {
    const menu = event.currentTarget as HTMLElement;
    if (!menu.contains(event.relatedTarget as Node | null)) close(event, false);
  };
  return html`<details class="menu" @keydown=${onKey} @focusout=${onLeave} @toggle=${onToggle}>
    <summary>${label}</summary>
    <ul>
      ${items.map(
        ({ name, keys, waits, choose }) =>
          html`<li>
            <button
              type="button"
              aria-disabled=${waits !== undefined}
              title=${waits ?? ''}
              @mousedown=${(event: Event) => event.preventDefault()}
              @click=${(event: Event) => {
                if (waits !== undefined) return;
                close(event, true);
                choose();
              }}
            >
              <span>${name}</span>${keys ? html`<kbd aria-hidden="true">${keys}</kbd>` : ''}
            </button>
          </li>`,
      )}
      ${last}
    </ul>
  </details>`;
}

/** A click anywhere else closes an open menu, since a click does not always move the focus. */
function onToggle(event: Event): void {
  const menu = event.currentTarget as HTMLDetailsElement;
  if (!menu.open) return;
  const close = (click: Event) => {
    if (click.composedPath().includes(menu)) return;
    menu.open = false;
  };
  const forget = () => {
    if (menu.open) return;
    window.removeEventListener('pointerdown', close);
    menu.removeEventListener('toggle', forget);
  };
  window.addEventListener('pointerdown', close);
  menu.addEventListener('toggle', forget);
}

export const menuStyles = css`
  .menu {
    position: relative;
  }

  .menu summary {
    display: inline-flex;
    align-items: center;
    gap: 0.375rem;
    min-height: 2.25rem;
    border: 1px solid var(--control);
    border-radius: var(--radius-m);
    background: var(--surface);
    padding: var(--space-1) var(--space-3);
    list-style: none;
  }

  .menu summary::-webkit-details-marker {
    display: none;
  }

  .menu summary::after {
    content: '▾' / '';
    font-size: var(--text-note);
  }

  .menu summary:hover {
    background: var(--accent-wash);
  }

  .menu ul {
    position: absolute;
    inset-inline-end: 0;
    z-index: var(--layer-menu);
    min-inline-size: max-content;
    margin-block-start: var(--space-1);
    padding: var(--space-1);
    background: var(--surface);
    border: 1px solid var(--control);
    border-radius: var(--radius-l);
    box-shadow: 0 4px 16px rgb(0 0 0 / 18%);
  }

  .menu li button {
    display: flex;
    justify-content: space-between;
    gap: var(--space-5);
    inline-size: 100%;
    border-color: transparent;
    text-align: start;
  }

  .menu kbd {
    font: inherit;
    color: var(--muted);
  }

  @media (max-width: 48rem) {
    /* Where there is no room beside it, a sheet at the foot of the window. */
    .menu ul {
      position: fixed;
      inset-inline: 0.75rem;
      inset-block-end: 0.75rem;
      max-block-size: 70dvh;
      overflow: auto;
    }
  }

  @media (pointer: coarse) {
    .menu summary {
      min-height: 2.75rem;
    }
  }
`;
