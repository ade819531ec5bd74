import type { Playground } from '../playground/playground';
import { openPage } from './page';

/** Milliseconds during which the page has the network and the processors for itself. */
const SETTLED = 3_000;

start();

async function start(): Promise<void> {
  const page = await openPage();
  const { app } = page;
  document.querySelector('.not-started')?.replaceWith(page);
  // Not with the development server, whose files change.
  if (import.meta.env.PROD) keepForOffline(app);
}

/** Fetches all files for offline use, z3 excepted, after the reader's first actions. */
function keepForOffline(app: Playground): void {
  const watch = () => setTimeout(() => app.updates.start(), SETTLED);
  if (document.readyState === 'complete') watch();
  else window.addEventListener('load', watch, { once: true });
}
