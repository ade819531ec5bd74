import type { ToServiceWorker } from './service-worker';

/** Interval in milliseconds at which an open page checks for a new version. */
const HOUR = 3_600_000;

/**
 * Makes the page usable offline, and reports new versions. Without service workers (an old browser,
 * or a page without https) it does nothing.
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
    // The first worker takes over the page that installed it; a later one is of another version.
    let isFirst = workers.controller === null;
    workers.addEventListener('controllerchange', () => {
      if (!isFirst) this.#onReady();
      isFirst = false;
    });
    try {
      const url = new URL('service-worker.js', document.baseURI);
      this.#watch(await workers.register(url));
    } catch {
      // Refused, for example in a private window: the page works online.
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
      // Offline, there is no new version.
      registration.update().catch(() => {});
    });
  }
}
