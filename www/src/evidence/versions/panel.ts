import { html } from 'lit';

import type { ViewProperties } from '../views';
import './tm-versions';

export const render = ({ comparison }: ViewProperties) =>
  html`<tm-versions .comparison=${comparison}></tm-versions>`;
