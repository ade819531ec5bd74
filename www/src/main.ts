// First of all: it makes the playground that the components look for.
import './page';
import { app } from './app';
import './ui/tm-app';

// Not beside the development server, whose files change; and the page comes first.
if (import.meta.env.PROD) {
  if (document.readyState === 'complete') app.watchForUpdates();
  else window.addEventListener('load', () => app.watchForUpdates(), { once: true });
}
