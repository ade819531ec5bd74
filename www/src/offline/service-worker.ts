/// <reference lib="webworker" />
/**
 * The page's service worker: after the first visit the page works offline.
 *
 * The build puts the list of its own files before this one (`PRECACHE`,
 * scripts/lib/dist.mjs). They are fetched together, each checked against
 * its hash, into a cache of that build: a cache is one whole build or is not
 * there. What the page does not need every time, z3 above all, is kept when it
 * is first used.
 *
 * A new version waits. It takes over when the page asks for it, because its
 * reader said so, or when no page of the old version is open any more.
 */

declare const self: ServiceWorkerGlobalScope;
declare const PRECACHE: {
  /** Names the build; another build has another name. */
  build: string;
  /** Paths from the page's folder, '' for the page itself, with their hashes for `fetch`. */
  files: readonly (readonly [path: string, integrity: string])[];
  /** Paths of what the page itself has no use for: kept at first use. */
  later: readonly string[];
};

/** What pages say to this worker. */
export type ToServiceWorker = 'take-over' | 'page-started';

const { scope } = self.registration;
// Caches belong to a whole origin, on which there may be several of these pages.
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
        // Names below `assets/` hold a hash, so what the browser has is right;
        // of others the host is asked whether it still is.
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

/** Some hosts redirect from `name.html`; a browser shows no page that was redirected before. */
function withoutRedirect(response: Response): Response {
  if (!response.redirected) return response;
  const { body, headers } = response;
  return new Response(body, { headers });
}

async function fromBuild(request: Request, path: string): Promise<Response> {
  const cache = await caches.open(buildCache);
  return (await cache.match(new URL(path, scope).href)) ?? fetch(request);
}

/** A page of an older version may still want its own files; their names hold their hashes. */
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
    // Cut off, or no room for it: then it is fetched again the next time.
    event.waitUntil(cache.put(url, response.clone()).catch(() => {}));
  }
  return response;
}

/** Removes what older versions left, unless a page that may be one of theirs is open. */
async function removeOldCaches(): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (pages.length > 1 || self.registration.waiting || self.registration.installing) return;
  const names = await caches.keys();
  const old = names.filter(
    (name) => name.startsWith(prefix) && name !== buildCache && name !== z3Cache,
  );
  await Promise.all(old.map((name) => caches.delete(name)));
}
