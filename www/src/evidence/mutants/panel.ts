import { html } from 'lit';

import './tm-mutants';

export const render = () => html`<tm-mutants></tm-mutants>`;
