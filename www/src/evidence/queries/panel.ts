import { html } from 'lit';

import { mipsSearched } from '../mips-searched';
import type { ViewProperties } from '../views';
import './tm-queries';

export const render = ({ comparison, numbers }: ViewProperties) =>
  html`<tm-queries .search=${comparison && mipsSearched(comparison)} .numbers=${numbers}></tm-queries>`;
