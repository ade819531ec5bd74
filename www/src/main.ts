import { app } from './app';
import './ui/tm-app';

// Work is kept as it is typed; this one only marks the choice of theme.
app.setTheme(app.store.state.theme);
