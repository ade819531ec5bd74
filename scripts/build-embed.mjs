// Files beside the page in dist/: exercises, and the scripts of embeds. The scripts are classic,
// because a sandboxed frame cannot load modules, and have stable names, because pages of other
// hosts refer to them.

import { fileURLToPath } from 'node:url';

import { root } from './lib/run.mjs';

const entries = {
  'tamarin-compare': 'www/src/embed/tamarin-compare.ts',
  embed: 'www/src/embed/shell.ts',
  'embed-live': 'www/src/embed/live.ts',
  'embed-arm64-live': 'www/src/embed/arm64-live.ts',
  'embed-engine': 'www/src/embed/sandboxed-engine.ts',
  'embed-arm64-engine': 'www/src/embed/sandboxed-arm64-engine.ts',
};

export async function buildEmbed() {
  const { build } = await import('vite');
  for (const [name, entry] of Object.entries(entries)) {
    await build({
      configFile: fileURLToPath(new URL('../vite.config.ts', import.meta.url)),
      mode: 'embed',
      logLevel: 'warn',
      publicDir: false,
      // Inside another script a worker has to be classic too.
      worker: { format: name.endsWith('-engine') ? 'iife' : 'es' },
      build: {
        emptyOutDir: false,
        rolldownOptions: {
          input: `${root}${entry}`,
          // A classic script has no address of its own; these files are beside the page.
          transform: {
            define: { 'import.meta.url': 'document.baseURI', 'import.meta.resolve': 'undefined' },
          },
          output: { format: 'iife', entryFileNames: `${name}.js` },
        },
      },
    });
  }
}

/** The page of exercises, which pages of other hosts may show in a frame, too. */
export async function buildExercise() {
  const { build } = await import('vite');
  await build({
    configFile: fileURLToPath(new URL('../vite.config.ts', import.meta.url)),
    mode: 'exercise',
    logLevel: 'warn',
    publicDir: false,
    build: { emptyOutDir: false },
  });
}
