import { html } from 'lit';

import type { ViewProperties } from '../views';
import './tm-explain';

export const render = ({ comparison, numbers }: ViewProperties) =>
  html`<tm-explain .comparison=${comparison} .numbers=${numbers}></tm-explain>`;
