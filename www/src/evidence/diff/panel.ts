import { html } from 'lit';

import './tm-diff';

export const render = () => html`<tm-diff></tm-diff>`;
