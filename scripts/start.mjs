// npm start: gets what is missing, builds what has changed, serves the page.

import { build } from './build.mjs';
import { heading, main } from './lib/run.mjs';
import { serve } from './serve.mjs';

await main(async () => {
  await build();
  const { address } = await serve();
  heading(`Tamarin Playground: ${address} (Ctrl+C ends it)`);
});
