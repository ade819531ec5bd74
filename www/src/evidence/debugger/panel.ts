import { html } from 'lit';

import type { ViewProperties } from '../views';
import './tm-debugger';

export const render = ({ numbers, withEditors }: ViewProperties) =>
  html`<tm-debugger .numbers=${numbers} .withEditors=${withEditors}></tm-debugger>`;
