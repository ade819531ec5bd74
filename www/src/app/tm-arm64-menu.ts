import type { MenuItem } from '../kit/menu';
import { saveItems } from '../work/save-items';
import { TmPageMenu } from './tm-page-menu';

/** The menu of the page for ARM64 programs, which has no tutorial. */
export class TmArm64Menu extends TmPageMenu {
  protected override items(): readonly MenuItem[] {
    const { app, renderRoot } = this;
    return [...saveItems(app, renderRoot), this.embed(), this.exercise(), ...this.help()];
  }
}

customElements.define('tm-arm64-menu', TmArm64Menu);
