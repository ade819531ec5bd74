// A plain static file server, as any static host is: no header but the type,
// or those that a test gives it.
//
//   node scripts/serve.mjs [--port N] [--strict-port] [--mount /some/folder/]

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { createGzip } from 'node:zlib';

import { main, root, Trouble } from './lib/run.mjs';

const types = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

/**
 * Serves a folder and resolves to its address. A port that is taken is passed
 * over for the next one, unless `strict`. `headers` says what goes with a file, and
 * `compress` sends gzip, as many hosts do.
 */
export async function serve({
  folder = join(root, 'dist'),
  port = 8241,
  mount = '/',
  strict = false,
  headers = (_file) => ({}),
  compress = false,
} = {}) {
  const server = createServer((request, response) => {
    answer({ folder, mount, headers, compress }, request, response).catch(() => {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not found\n');
    });
  });
  for (let candidate = port; ; candidate += 1) {
    try {
      await listen(server, candidate);
      return { address: `http://localhost:${candidate}${mount}`, close: () => close(server) };
    } catch (error) {
      if (error.code !== 'EADDRINUSE') throw error;
      if (strict || candidate >= port + 100) throw new Trouble(`Port ${candidate} is taken.`);
    }
  }
}

function listen(server, port) {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, 'localhost', () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Resolves once nothing is served any more, not even to connections that are kept open. */
function close(server) {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
}

async function answer({ folder, mount, headers, compress }, request, response) {
  const { pathname } = new URL(request.url, 'http://localhost');
  if (!pathname.startsWith(mount)) throw new Error('outside');
  const path = decodeURIComponent(pathname.slice(mount.length));
  let file = normalize(join(folder, path));
  if (file !== folder && !file.startsWith(folder + sep)) throw new Error('outside');
  if ((await stat(file)).isDirectory()) file = join(file, 'index.html');
  const { size } = await stat(file);
  response.writeHead(200, {
    'Content-Type': types[extname(file)] ?? 'application/octet-stream',
    ...(compress ? { 'Content-Encoding': 'gzip' } : { 'Content-Length': size }),
    // Always ask again: a page that was built anew is seen at once.
    'Cache-Control': 'no-cache',
    ...headers(file),
  });
  if (request.method === 'HEAD') response.end();
  else if (compress) createReadStream(file).pipe(createGzip()).pipe(response);
  else createReadStream(file).pipe(response);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(async () => {
    const { values } = parseArgs({
      options: {
        port: { type: 'string' },
        mount: { type: 'string' },
        'strict-port': { type: 'boolean' },
      },
    });
    const { address } = await serve({
      ...(values.port && { port: Number(values.port) }),
      ...(values.mount && { mount: values.mount }),
      strict: values['strict-port'] ?? false,
    });
    console.log(address);
  });
}
