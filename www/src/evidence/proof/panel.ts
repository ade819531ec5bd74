import { html } from 'lit';

import type { ViewProperties } from '../views';
import './tm-proof';

export const render = ({ comparison, numbers }: ViewProperties) =>
  html`<tm-proof .comparison=${comparison} .numbers=${numbers}></tm-proof>`;
