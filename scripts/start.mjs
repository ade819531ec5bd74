// npm start: gets what is missing, builds what has changed, serves the page.

import { build } from './build.mjs';
import { main } from './lib/run.mjs';
import { serve } from './serve.mjs';

await main(async () => {
  await build();
  const { address } = await serve();
  console.log(`\nTamarin Playground: ${address}\n(Ctrl+C ends it)`);
});
