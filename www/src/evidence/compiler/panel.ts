import { html } from 'lit';

import { mipsSearched } from '../mips-searched';
import type { ViewProperties } from '../views';
import './tm-compiler';

export const render = ({ comparison, numbers }: ViewProperties) =>
  html`<tm-compiler
    .comparison=${comparison}
    .search=${comparison && mipsSearched(comparison)}
    .numbers=${numbers}
  ></tm-compiler>`;
