import { LitElement } from 'lit';

import { app } from '../app';
import { finished } from '../files';
import { files as words } from '../messages/comfort';
import { sides } from '../playground';
import { Watch } from '../store';
import { base } from './base';
import { showDialog } from './lazy-dialog';
import { menuStyles, renderMenu } from './menu';

/** Programs and comparisons to files, and work of other tabs back. */
export class TmSave extends LitElement {
  static override styles = [base, menuStyles];

  readonly #seen = new Watch(
    this,
    app.store,
    (state) => [finished(state.comparison) !== undefined] as const,
  );

  override render() {
    const [hasVerdict] = this.#seen.value;
    return renderMenu(words.save, [
      ...sides.map((side) => ({
        name: words.saveProgram[side],
        choose: () => app.savePrograms([side]),
      })),
      { name: words.saveBoth, choose: () => app.savePrograms(sides) },
      {
        name: words.bundle,
        waits: hasVerdict ? undefined : words.bundleWaits,
        choose: () => app.saveBundle(),
      },
      {
        name: words.earlier,
        choose: () => showDialog(this.renderRoot, 'tm-earlier', () => import('./tm-earlier')),
      },
    ]);
  }
}

customElements.define('tm-save', TmSave);
