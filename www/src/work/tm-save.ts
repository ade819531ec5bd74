import { base } from '../kit/base';
import { download } from '../kit/download';
import { showDialog } from '../kit/lazy-dialog';
import { menuStyles, renderMenu } from '../kit/menu';
import { Component } from '../playground/component';
import { sides } from '../programs/control';
import { finished } from '../programs/files';
import { files as messages } from './messages';

/** Programs and comparisons to files, and work of other tabs back. */
export class TmSave extends Component {
  static override styles = [base, menuStyles];

  override render() {
    const hasVerdict = finished(this.state.comparison) !== undefined;
    return renderMenu(messages.save, [
      ...sides.map((side) => ({
        name: messages.saveProgram[side],
        choose: () => this.app.programs.save([side]),
      })),
      { name: messages.saveBoth, choose: () => this.app.programs.save(sides) },
      {
        name: messages.bundle,
        waits: hasVerdict ? undefined : messages.bundleWaits,
        choose: () => this.#saveBundle(),
      },
      {
        name: messages.earlier,
        choose: () => showDialog(this.renderRoot, 'tm-earlier', () => import('./tm-earlier')),
      },
    ]);
  }

  /** Saves the comparison with its programs and queries, once it has a verdict. */
  async #saveBundle(): Promise<void> {
    const { app } = this;
    const { comparison, engine } = app.store.state;
    const done = finished(comparison);
    if (!done) return;
    try {
      const { makeBundle } = await import('./bundle');
      const bundle = await makeBundle(
        done.comparison,
        done.report,
        engine?.version ?? '',
        (request) => app.engine.call('queryText', request),
      );
      download('tamarin.zip', bundle);
    } catch (error) {
      const message = messages.bundleFailed(String((error as Error).message));
      app.store.update({ notice: { kind: 'files', message } });
    }
  }
}

customElements.define('tm-save', TmSave);
