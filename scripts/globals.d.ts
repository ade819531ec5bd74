// Properties that scripts add to the window of a page that they drive.

export {};

declare global {
  interface Window {
    /** The benchmark's page. */
    bench: typeof import('./bench/page/main').bench;
    /** The first element that matches a selector, in any shadow root (bench/chromium.mjs). */
    findDeep(selector: string): HTMLElement | undefined;
    /** When the page was ready and when it had its verdict, in ms (bench/page.mjs). */
    benchTimes: { ready?: number; verdict?: number };
    /** Milliseconds from a key press to the end of its frame (latency.mjs). */
    delays: number[];
    longTasks: number;
  }
}
