import { html } from 'lit';

import type { ViewProperties } from '../views';
import './tm-queries';

export const render = ({ comparison, numbers }: ViewProperties) =>
  html`<tm-queries .comparison=${comparison} .numbers=${numbers}></tm-queries>`;
