import { html } from 'lit';

import type { ViewProperties } from '../views';
import './tm-path-tree';

export const render = ({ comparison, numbers }: ViewProperties) =>
  html`<tm-path-tree .comparison=${comparison} .numbers=${numbers}></tm-path-tree>`;
