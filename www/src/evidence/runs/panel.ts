import { html } from 'lit';

import { mipsSearched } from '../mips-searched';
import type { ViewProperties } from '../views';
import './tm-runs';

export const render = ({ comparison, numbers }: ViewProperties) =>
  html`<tm-runs .search=${comparison && mipsSearched(comparison)} .numbers=${numbers}></tm-runs>`;
