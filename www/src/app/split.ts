/** Two panes beside each other with a divider that is dragged, or moved by the arrow keys. */

import '@awesome.me/webawesome/dist/components/split-panel/split-panel.js';

import { html, type TemplateResult } from 'lit';

import { loadDivider, saveDivider } from '../work/storage';

/** The default position of the divider, in percent of the width. */
const USUAL = 57;

/** The panes, with the divider where the reader left it. */
export const renderSplit = (start: TemplateResult, end: TemplateResult): TemplateResult =>
  html`<wa-split-panel
    position=${loadDivider() ?? USUAL}
    @wa-reposition=${(event: Event) => {
      const panel = event.currentTarget as HTMLElement & { position: number };
      if (event.target === panel && Number.isFinite(panel.position)) saveDivider(panel.position);
    }}
  >
    <div slot="start" class="pane">${start}</div>
    <div slot="end" class="pane">${end}</div>
  </wa-split-panel>`;
