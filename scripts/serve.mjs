// A plain static file server, like any static host: no headers except the type, those for caching,
// and those that a test sets.
//
//   node scripts/serve.mjs [--port N] [--strict-port] [--mount /some/folder/] [--compress]

import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { gzip } from 'node:zlib';

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
 * Serves a folder and resolves to its address. If a port is taken, the next one is used, unless
 * `strict`. `headers` returns the additional headers of a file. With `compress` it sends gzip, as
 * most hosts do, to clients that accept it. `onSent` receives the path and the size in bytes of
 * each response.
 */
export async function serve({
  folder = join(root, 'dist'),
  port = 8241,
  mount = '/',
  strict = false,
  headers = (_file) => ({}),
  compress = false,
  onSent = (/** @type {string} */ _path, /** @type {number} */ _bytes) => {},
} = {}) {
  const site = {
    folder,
    mount,
    extra: headers,
    compressed: compress ? new Map() : undefined,
    onSent,
  };
  const server = createServer((request, response) => {
    answer(site, request, response).catch(() => {
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
  return /** @type {Promise<void>} */ (
    new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, 'localhost', () => {
        server.off('error', reject);
        resolve();
      });
    })
  );
}

/** Resolves once nothing is served any more, not even to kept-alive connections. */
function close(server) {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
}

async function answer({ folder, mount, extra, compressed, onSent }, request, response) {
  const { pathname } = new URL(request.url, 'http://localhost');
  if (!pathname.startsWith(mount)) throw new Error('outside');
  const path = decodeURIComponent(pathname.slice(mount.length));
  let file = normalize(join(folder, path));
  if (file !== folder && !file.startsWith(folder + sep)) throw new Error('outside');
  if ((await stat(file)).isDirectory()) file = join(file, 'index.html');
  const { mtimeMs, size } = await stat(file);
  const version = `"${mtimeMs}-${size}"`;
  const headers = {
    'Content-Type': types[extname(file)] ?? 'application/octet-stream',
    // Always revalidate, so that a rebuilt page is seen at once.
    'Cache-Control': 'no-cache',
    ETag: version,
    ...extra(file),
  };
  if (request.headers['if-none-match'] === version) {
    response.writeHead(304, headers).end();
    onSent(path, 0);
    return;
  }
  if (compressed && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) {
    const body = await gzipped(file, compressed);
    headers['Content-Encoding'] = 'gzip';
    response.writeHead(200, { ...headers, 'Content-Length': body.byteLength });
    response.end(request.method === 'HEAD' ? undefined : body);
    onSent(path, body.byteLength);
    return;
  }
  response.writeHead(200, { ...headers, 'Content-Length': size });
  if (request.method === 'HEAD') response.end();
  else createReadStream(file).pipe(response);
  onSent(path, size);
}

/** A file's contents, compressed once per version. */
async function gzipped(file, compressed) {
  const { mtimeMs } = await stat(file);
  const known = compressed.get(file);
  if (known?.mtimeMs === mtimeMs) return known.body;
  const body = await promisify(gzip)(await readFile(file));
  compressed.set(file, { mtimeMs, body });
  return body;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(async () => {
    const { values } = parseArgs({
      options: {
        port: { type: 'string' },
        mount: { type: 'string' },
        'strict-port': { type: 'boolean' },
        compress: { type: 'boolean' },
      },
    });
    const { address } = await serve({
      ...(values.port && { port: Number(values.port) }),
      ...(values.mount && { mount: values.mount }),
      strict: values['strict-port'] ?? false,
      compress: values.compress ?? false,
    });
    console.log(address);
  });
}
