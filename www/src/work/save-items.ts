import { download } from '../kit/download';
import { showDialog } from '../kit/lazy-dialog';
import type { MenuItem } from '../kit/menu';
import type { Playground } from '../playground/playground';
import { sides } from '../programs/control';
import { finished } from '../programs/files';
import { files as messages } from './messages';

/** A menu's items for saving, and for earlier work; dialogs are appended to `root`. */
export function saveItems(app: Playground, root: ParentNode & Node): readonly MenuItem[] {
  const hasVerdict = finished(app.store.state.comparison) !== undefined;
  const bundle = {
    name: messages.bundle,
    waits: hasVerdict ? undefined : messages.bundleWaits,
    choose: () => saveBundle(app),
  };
  return [
    ...sides.map((side) => ({
      name: messages.saveProgram[side],
      choose: () => app.programs.save([side]),
    })),
    { name: messages.saveBoth, choose: () => app.programs.save(sides) },
    // A bundle has the queries of a comparison of MIPS programs.
    ...(app.store.state.arm64 ? [] : [bundle]),
    {
      name: messages.earlier,
      choose: () => showDialog(root, 'tm-earlier', () => import('./tm-earlier')),
    },
  ];
}

/** Saves the comparison with its programs and queries, once it has a verdict. */
async function saveBundle(app: Playground): Promise<void> {
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
