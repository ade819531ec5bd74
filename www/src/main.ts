import { app } from './app';
import './ui/tm-app';

// Work is kept as it is typed; this one only marks the choice of theme.
app.setTheme(app.store.state.theme);

// Not beside the development server, whose files change; and the page comes first.
if (import.meta.env.PROD) {
  if (document.readyState === 'complete') app.watchForUpdates();
  else window.addEventListener('load', () => app.watchForUpdates(), { once: true });
}
