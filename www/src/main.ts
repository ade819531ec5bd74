// First of all: it makes the playground that the components look for.
import './page';
import { app } from './app';
import './ui/tm-app';

/** How long the page has its host and the processors for itself, in milliseconds. */
const SETTLED = 3_000;

// Not beside the development server, whose files change; and what a reader does
// first comes first: all files are fetched for offline use, z3 excepted.
if (import.meta.env.PROD) {
  const watch = () => setTimeout(() => app.watchForUpdates(), SETTLED);
  if (document.readyState === 'complete') watch();
  else window.addEventListener('load', watch, { once: true });
}
