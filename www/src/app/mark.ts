import { html, type TemplateResult } from 'lit';

/**
 * The mark: two programs that run side by side and part at the end. `node scripts/icons.mjs` draws
 * the page's icons (www/public) from it.
 */
export const renderMark = (): TemplateResult =>
  html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="7" fill="#8f3f0b" />
    <path
      d="M11 5v11q0 3 -2.5 5.5L6 24M21 5v11q0 3 2.5 5.5L26 24"
      fill="none"
      stroke="#fff"
      stroke-width="3"
      stroke-linecap="round"
    />
    <path d="M12.5 27h7" fill="none" stroke="#f2c9a2" stroke-width="3" stroke-linecap="round" />
    <path d="M14.5 10h3M14.5 15h3" fill="none" stroke="#f2c9a2" stroke-width="2.5" stroke-linecap="round" />
  </svg>`;
