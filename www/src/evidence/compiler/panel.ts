import { html } from 'lit';

import type { ViewProperties } from '../views';
import './tm-compiler';

export const render = ({ comparison, numbers }: ViewProperties) =>
  html`<tm-compiler .comparison=${comparison} .numbers=${numbers}></tm-compiler>`;
