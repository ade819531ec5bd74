import { html } from 'lit';

import type { ViewProperties } from '../views';
import './tm-explain';

export const render = ({ comparison, numbers, isChosen }: ViewProperties) =>
  html`<tm-explain .comparison=${comparison} .numbers=${numbers} .isChosen=${isChosen}></tm-explain>`;
