import { Playground, type Surroundings } from './playground';

/** The one playground of a page or an embed; there once {@link start} was called. */
export let app: Playground;

/** Has to come before the first component is made. */
export function start(surroundings: Surroundings): Playground {
  app = new Playground(surroundings);
  return app;
}
