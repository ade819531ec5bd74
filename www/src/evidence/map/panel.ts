import { html } from 'lit';

import type { ViewProperties } from '../views';
import './tm-map';

export const render = ({ numbers }: ViewProperties) => html`<tm-map .numbers=${numbers}></tm-map>`;
