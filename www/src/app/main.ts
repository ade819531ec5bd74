import type { Playground } from '../playground/playground';
import { openPage } from './page';
import { TmApp } from './tm-app';

/** How long the page has its host and the processors for itself, in milliseconds. */
const SETTLED = 3_000;

start();

async function start(): Promise<void> {
  const app = await openPage();
  const page = new TmApp();
  page.app = app;
  document.querySelector('.not-started')?.replaceWith(page);
  // Not beside the development server, whose files change.
  if (import.meta.env.PROD) keepForOffline(app);
}

/** What a reader does first comes first: all files are fetched for offline use, z3 excepted. */
function keepForOffline(app: Playground): void {
  const watch = () => setTimeout(() => app.updates.start(), SETTLED);
  if (document.readyState === 'complete') watch();
  else window.addEventListener('load', watch, { once: true });
}
