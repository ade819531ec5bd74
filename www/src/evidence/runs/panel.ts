import { html } from 'lit';

import type { ViewProperties } from '../views';
import './tm-runs';

export const render = ({ comparison, numbers }: ViewProperties) =>
  html`<tm-runs .comparison=${comparison} .numbers=${numbers}></tm-runs>`;
