import { html, nothing } from 'lit';

import { mipsSearched } from '../mips-searched';
import type { ViewProperties } from '../views';
import './tm-path-tree';

export const render = ({ comparison, numbers }: ViewProperties) =>
  comparison
    ? html`<tm-path-tree .search=${mipsSearched(comparison)} .numbers=${numbers}></tm-path-tree>`
    : nothing;
