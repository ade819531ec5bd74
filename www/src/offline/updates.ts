import type { ToServiceWorker } from './service-worker';

/** How often a page that stays open asks for a new version, in milliseconds. */
const HOUR = 3_600_000;

/**
 * Makes the page usable offline, and says when a new version of it is ready.
 * Without service workers (an old browser, a page that is not from https)
 * nothing happens.
 */
export class Updates {
  readonly #onReady: () => void;
  #registration: ServiceWorkerRegistration | undefined;
  #lastLook = Date.now();

  constructor(onReady: () => void) {
    this.#onReady = onReady;
  }

  async start(): Promise<void> {
    const { serviceWorker: workers } = navigator;
    if (!workers) return;
    // The first worker takes over the page that brought it; any later one is of another version.
    let isFirst = workers.controller === null;
    workers.addEventListener('controllerchange', () => {
      if (!isFirst) this.#onReady();
      isFirst = false;
    });
    try {
      const url = new URL('service-worker.js', document.baseURI);
      this.#watch(await workers.register(url));
    } catch {
      // Refused, in a private window for example: the page works online.
      return;
    }
    workers.controller?.postMessage('page-started' satisfies ToServiceWorker);
  }

  /** Reloads the page into the new version. */
  take(): void {
    const waiting = this.#registration?.waiting;
    if (!waiting) {
      location.reload();
      return;
    }
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload());
    waiting.postMessage('take-over' satisfies ToServiceWorker);
  }

  #watch(registration: ServiceWorkerRegistration): void {
    this.#registration = registration;
    const watchWorker = (worker: ServiceWorker | null) =>
      worker?.addEventListener('statechange', () => {
        if (worker.state === 'installed' && registration.active) this.#onReady();
      });
    if (registration.waiting) this.#onReady();
    watchWorker(registration.installing);
    registration.addEventListener('updatefound', () => watchWorker(registration.installing));
    document.addEventListener('visibilitychange', () => {
      if (document.hidden || Date.now() - this.#lastLook < HOUR) return;
      this.#lastLook = Date.now();
      // Offline, there is nothing new.
      registration.update().catch(() => {});
    });
  }
}
