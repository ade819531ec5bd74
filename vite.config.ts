import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

import { type CSSOptions, defineConfig, type Plugin } from 'vite';

import { glossary, tutorialPrograms } from './scripts/lib/documents.mjs';

const require = createRequire(import.meta.url);

/** The files of z3/, which no bundler may touch: classic scripts and a wasm of 35 MB. */
const z3Files = {
  'z3-worker.js': fileURLToPath(new URL('www/z3/z3-worker.js', import.meta.url)),
  'z3-built.js': require.resolve('z3-solver/build/z3-built.js'),
  'z3-built.wasm': require.resolve('z3-solver/build/z3-built.wasm'),
};

const page = (name: string) => fileURLToPath(new URL(`www/${name}`, import.meta.url));

/** The version has one place, which is the engine's. */
function engineVersion(): string | undefined {
  return /^version = "(.+)"$/m.exec(
    readFileSync(new URL('Cargo.toml', import.meta.url), 'utf8'),
  )?.[1];
}

/** The memory that z3 reserves, as its own script has it. */
function z3Memory(): number {
  const script = readFileSync(z3Files['z3-built.js'], 'utf8');
  const bytes = script.match(/Module\['INITIAL_MEMORY'\] \|\| (\d+)/)?.[1];
  if (!bytes) throw new Error('z3-built.js does not say how much memory it takes');
  return Number(bytes);
}

/**
 * @param mode `production` for the page, `bench` for the benchmark's own, `embed` and
 * `exercise` for what is built beside the page, whose files of z3 are there.
 */
function z3(mode: string): Plugin {
  return {
    name: 'z3-files',
    config() {
      const hash = createHash('sha256');
      for (const file of Object.values(z3Files)) hash.update(readFileSync(file));
      return {
        define: {
          __Z3_BUILD__: JSON.stringify(hash.digest('hex').slice(0, 8)),
          __Z3_MEMORY_BYTES__: z3Memory(),
          __Z3_WASM_BYTES__: readFileSync(z3Files['z3-built.wasm']).byteLength,
        },
      };
    },
    generateBundle() {
      if (mode === 'embed' || mode === 'exercise') return;
      for (const [name, file] of Object.entries(z3Files)) {
        this.emitFile({ type: 'asset', fileName: `z3/${name}`, source: readFileSync(file) });
      }
    },
    configureServer(server) {
      const types = { js: 'text/javascript', wasm: 'application/wasm' };
      server.middlewares.use('/z3/', (request, response, next) => {
        const name = request.url?.slice(1).replace(/\?.*/, '') ?? '';
        const file = z3Files[name as keyof typeof z3Files];
        if (!file) return next();
        response.setHeader('Content-Type', types[name.split('.')[1] as keyof typeof types]);
        response.end(readFileSync(file));
      });
    },
  };
}

/** A sandboxed frame may load a style sheet of a plain host only without this attribute. */
const plainStyles: Plugin = {
  name: 'plain-styles',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replaceAll('rel="stylesheet" crossorigin', 'rel="stylesheet"'),
  },
};

/**
 * The script that sets the theme, at the end of the head of a page that preloads
 * it. It holds the parser up, and where a page sets its own policy Chromium looks
 * no further meanwhile: so what the build puts into the head has to come first.
 */
const themeLast: Plugin = {
  name: 'theme-last',
  transformIndexHtml: {
    order: 'post',
    handler: (html) =>
      html.includes('./theme.js')
        ? [{ tag: 'script', attrs: { src: './theme.js' }, injectTo: 'head' }]
        : [],
  },
};

type StylePlugin = NonNullable<
  Exclude<CSSOptions['postcss'], string | undefined>['plugins']
>[number];

/** The tokens of high contrast a second time, for a system that asks for it. */
const contrastByItself: StylePlugin = {
  postcssPlugin: 'contrast-by-itself',
  Once(root, { AtRule: Media }) {
    root.walkRules(':root[data-theme="contrast"]', (rule) => {
      if (rule.parent !== root) return;
      const media = new Media({ name: 'media', params: '(prefers-contrast: more)' });
      media.append(rule.clone({ selector: ':root' }));
      rule.after(media);
    });
  },
};

/** Has the engine's wasm fetched while the page's scripts are: they ask for it once they run. */
const wasmAtOnce: Plugin = {
  name: 'wasm-at-once',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      const isEngine = (file: string) => /tamarin_bg-[^/]*\.wasm$/.test(file);
      const wasm = Object.keys(bundle ?? {}).find(isEngine);
      // Of the pages only the playground's own always needs it.
      if (!wasm || !html.includes('./theme.js')) return [];
      const attrs = { rel: 'preload', as: 'fetch', crossorigin: '', href: `./${wasm}` };
      return [{ tag: 'link', attrs, injectTo: 'head' }];
    },
  },
};

/** Components' styles without what is for who writes them: comments and indentation. */
const shortStyles: Plugin = {
  name: 'short-styles',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (!id.includes('/www/src/') || !id.endsWith('.ts') || !code.includes('css`')) return;
    const short = (style: string) =>
      style
        .replaceAll(/\/\*[\s\S]*?\*\//g, '')
        .replaceAll(/\s+/g, ' ')
        .replaceAll(/ ?([{};]) ?/g, '$1');
    return code.replaceAll(/\bcss`[^`]*`/g, short);
  },
};

/** The wasm of the engine's parts as text, for a script that may fetch nothing. */
function wasmText(): Plugin {
  const prefix = 'virtual:wasm/';
  const files = new Map(
    [
      'tamarin_bg',
      'tamarin_later',
      'tamarin_tools_bg',
      'tamarin_proofs_bg',
      'tamarin_arm64_bg',
    ].map((name) => [
      `\0${prefix}${name.replace('_bg', '')}`,
      fileURLToPath(new URL(`www/generated/${name}.wasm`, import.meta.url)),
    ]),
  );
  return {
    name: 'wasm-text',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      const file = files.get(id);
      return file && `export default ${JSON.stringify(readFileSync(file, 'base64'))}`;
    },
  };
}

/** What the page takes from docs/, each as a module. */
function fromDocs(): Plugin {
  const modules = new Map<string, () => unknown>([
    ['virtual:glossary', glossary],
    ['virtual:tutorial', tutorialPrograms],
  ]);
  return {
    name: 'from-docs',
    resolveId: (id) => (modules.has(id) ? `\0${id}` : undefined),
    load(id) {
      const read = modules.get(id.slice(1));
      return read && `export default ${JSON.stringify(read())}`;
    },
  };
}

/** The service worker, in one file beside the page, whose folder it serves. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: (_, { command, mode }) => command === 'build' && mode === 'production',
    buildStart() {
      const id = fileURLToPath(new URL('www/src/offline/service-worker.ts', import.meta.url));
      this.emitFile({ type: 'chunk', id, fileName: 'service-worker.js' });
    },
  };
}

/** The packages of the editor that are there from the start; completion, search and merge are not. */
const editor =
  /node_modules\/(?:@codemirror\/(?:commands|language|lint|state|streamparser|view)|@lezer|@marijn|crelt|style-mod|w3c-keyname)\//;

/** The view that a script renders: its folder has the name, the file has none of its own. */
const viewOf = (file: string | null) => file?.match(/\/evidence\/(\w+)\/panel\.ts$/)?.[1];

export default defineConfig(({ mode }) => ({
  root: 'www',
  // Works from any folder of any static host.
  base: './',
  plugins: [z3(mode), fromDocs(), shortStyles, plainStyles, wasmAtOnce, themeLast, serviceWorker()],
  css: { postcss: { plugins: [contrastByItself] } },
  server: { fs: { allow: ['..'] } },
  define: {
    __VERSION__: JSON.stringify(engineVersion()),
    __BUILD__: JSON.stringify(process.env.TAMARIN_BUILD ?? 'dev'),
  },
  worker: { format: 'es', plugins: () => [wasmText()] },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2022',
    // A data: URL would need an exception in the page's content security policy.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // WebKit sometimes fails to import a module with a part that is preloaded while it is in the
      // cache already; the parts of a view are few and small.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => file.endsWith('.css')),
    },
    reportCompressedSize: false,
    // The editor is most of it.
    chunkSizeWarningLimit: 1000,
    // Of its own, so that what it has in common with the page is not cut out of the page's scripts.
    ...(mode === 'exercise' ? { rolldownOptions: { input: page('exercise.html') } } : {}),
    ...(mode === 'production'
      ? {
          rolldownOptions: {
            input: [page('index.html'), page('embed.html')],
            // The editor seldom changes: whoever has it need not fetch it with each new version.
            output: {
              codeSplitting: { groups: [{ name: 'codemirror', test: editor }] },
              chunkFileNames: ({ name, facadeModuleId }) =>
                `assets/${viewOf(facadeModuleId) ?? name}-[hash].js`,
            },
          },
        }
      : {}),
  },
}));
