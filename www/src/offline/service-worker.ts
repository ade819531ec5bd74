/// <reference lib="webworker" />
/**
 * The page's service worker: after the first visit the page works offline. The build prepends the
 * list of its own files (`PRECACHE`, scripts/lib/dist.mjs). They are fetched together, each checked
 * against its hash, into a cache of that build: a cache has one complete build or does not exist.
 * Files that are not always needed, mainly z3, are cached at their first use. A new version waits.
 * It takes over when the page asks for it, because its reader agreed, or when no page of the old
 * version is open any more.
 */

declare const self: ServiceWorkerGlobalScope;
declare const PRECACHE: {
  /** Identifies the build. */
  build: string;
  /** Paths from the page's folder, '' for the page itself, with their hashes for `fetch`. */
  files: readonly (readonly [path: string, integrity: string])[];
  /** Paths of files that the page itself does not need: cached at first use. */
  later: readonly string[];
};

/** The messages of pages to this worker. */
export type ToServiceWorker = 'take-over' | 'page-started';

const { scope } = self.registration;
// Caches belong to a whole origin, which may have several of these pages.
const prefix = `tamarin ${scope} `;
const buildCache = `${prefix}build ${PRECACHE.build}`;
const z3Cache = `${prefix}z3 ${__Z3_BUILD__}`;
const paths = new Set(PRECACHE.files.map(([path]) => path));
const later = new Set(PRECACHE.later);

self.addEventListener('install', (event) => event.waitUntil(fetchBuild()));

self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([self.clients.claim(), removeOldCaches()])),
);

self.addEventListener('message', (event) => {
  const message: ToServiceWorker = event.data;
  if (message === 'take-over') self.skipWaiting();
  else event.waitUntil(removeOldCaches());
});

self.addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  if (method !== 'GET' || !url.startsWith(scope)) return;
  const path = url.slice(scope.length).replace(/[?#].*/s, '');
  if (path.startsWith('z3/')) {
    if (url.endsWith(`?v=${__Z3_BUILD__}`)) event.respondWith(keepAtFirstUse(event, z3Cache));
  } else if (later.has(path)) {
    event.respondWith(keepAtFirstUse(event, buildCache));
  } else if (path === 'index.html' || paths.has(path)) {
    event.respondWith(fromBuild(event.request, path === 'index.html' ? '' : path));
  } else if (path.startsWith('assets/')) {
    event.respondWith(fromAnyBuild(event.request));
  }
});

async function fetchBuild(): Promise<void> {
  const kept = await caches.open(buildCache);
  try {
    await Promise.all(
      PRECACHE.files.map(async ([path, integrity]) => {
        const url = new URL(path, scope).href;
        // Names below `assets/` contain a hash, so the browser's cache is right; other files are
        // revalidated with the host.
        const cache = path.startsWith('assets/') ? 'default' : 'no-cache';
        const response = await fetch(url, { integrity, cache });
        if (!response.ok) throw new Error(`the server answered ${response.status} for ${url}`);
        await kept.put(url, withoutRedirect(response));
      }),
    );
  } catch (error) {
    await caches.delete(buildCache);
    throw error;
  }
}

/**
 * Some hosts redirect from `name.html`; a browser refuses to show a redirected page from a cache.
 */
function withoutRedirect(response: Response): Response {
  if (!response.redirected) return response;
  const { body, headers } = response;
  return new Response(body, { headers });
}

async function fromBuild(request: Request, path: string): Promise<Response> {
  const cache = await caches.open(buildCache);
  return (await cache.match(new URL(path, scope).href)) ?? fetch(request);
}

/** A page of an older version may still request its own files; their names contain their hashes. */
async function fromAnyBuild(request: Request): Promise<Response> {
  return (await caches.match(request.url)) ?? fetch(request);
}

async function keepAtFirstUse(event: FetchEvent, name: string): Promise<Response> {
  const cache = await caches.open(name);
  const url = event.request.url.replace(/#.*/, '');
  const kept = await cache.match(url, { ignoreSearch: name === buildCache });
  if (kept) return kept;
  const response = await fetch(event.request);
  if (response.status === 200 && !response.redirected) {
    // Interrupted, or no room for it: then it is fetched again next time.
    event.waitUntil(cache.put(url, response.clone()).catch(() => {}));
  }
  return response;
}

/** Removes the caches of older versions, unless a page that may belong to one is open. */
async function removeOldCaches(): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (pages.length > 1 || self.registration.waiting || self.registration.installing) return;
  const names = await caches.keys();
  const old = names.filter(
    (name) => name.startsWith(prefix) && name !== buildCache && name !== z3Cache,
  );
  await Promise.all(old.map((name) => caches.delete(name)));
}
