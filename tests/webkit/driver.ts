/**
 * A client of WebDriver (https://www.w3.org/TR/webdriver2/), as much of it as
 * these tests need. Elements are found by a path of selectors, each inside the
 * shadow root of what the one before it found.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long the driver may take to answer at first, in milliseconds. */
const STARTING = 60_000;

/** What a browser is told of an element, by the name that the standard gives it. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** Enter: a line feed in a text that is typed is left out by WebKit's driver. */
const ENTER = '\uE006';
const CONTROL = '\uE009';

export class Browser {
  readonly #process: ChildProcess;
  readonly #session: string;

  private constructor(process: ChildProcess, session: string) {
    this.#process = process;
    this.#session = session;
  }

  static async start(paths: { driver: string; display: string; browser: string }) {
    const port = await freePort();
    const driver = spawn(paths.display, ['-a', paths.driver, `--port=${port}`], {
      // A group of its own, because what is ended is the script around the driver.
      detached: true,
      stdio: 'ignore',
      // There is no graphics card behind this display.
      env: { ...process.env, WEBKIT_DISABLE_DMABUF_RENDERER: '1', LIBGL_ALWAYS_SOFTWARE: '1' },
    });
    const host = `http://127.0.0.1:${port}`;
    await isListening(host);
    const options = { binary: paths.browser, args: ['--automation'] };
    const { sessionId } = (await ask('POST', `${host}/session`, {
      capabilities: {
        alwaysMatch: { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options },
      },
    })) as { sessionId: string };
    const browser = new Browser(driver, `${host}/session/${sessionId}`);
    await ask('POST', `${browser.#session}/window/rect`, { width: 1280, height: 900 });
    return browser;
  }

  async end(): Promise<void> {
    await ask('DELETE', this.#session).catch(() => {});
    if (this.#process.pid) process.kill(-this.#process.pid);
  }

  async open(address: string): Promise<void> {
    await ask('POST', `${this.#session}/url`, { url: address });
  }

  /** What a script gives, which may use `find(…path)`. */
  run<T>(script: string, ...args: unknown[]): Promise<T> {
    return ask('POST', `${this.#session}/execute/sync`, {
      script: `${FIND}\n${script}`,
      args,
    }) as Promise<T>;
  }

  /** The text of an element, or of a component's own; empty where there is none. */
  text(...path: string[]): Promise<string> {
    return this.run(
      `const found = find(arguments); return (found?.shadowRoot ?? found)?.textContent ?? ''`,
      ...path,
    );
  }

  attribute(name: string, ...path: string[]): Promise<string | null> {
    return this.run(
      `const [name, ...path] = arguments; return find(path)?.getAttribute(name) ?? null`,
      name,
      ...path,
    );
  }

  /** Clicks as a person does, once the element is there. */
  async click(...path: string[]): Promise<void> {
    await ask('POST', `${this.#session}/element/${await this.#element(path)}/click`, {});
  }

  /** Types a text over what an editor holds. */
  async typeOver(text: string, ...path: string[]): Promise<void> {
    await this.#element(path);
    // The middle of a long line may be out of view, so a click there is refused.
    await this.run('find(arguments).focus()', ...path);
    const keys = (down: string[]) => [
      ...down.map((value) => ({ type: 'keyDown', value })),
      ...[...down].reverse().map((value) => ({ type: 'keyUp', value })),
    ];
    const typed = [...text].flatMap((key) => keys([key === '\n' ? ENTER : key]));
    const actions = [{ type: 'key', id: 'keyboard', actions: [...keys([CONTROL, 'a']), ...typed] }];
    await ask('POST', `${this.#session}/actions`, { actions });
  }

  async #element(path: string[]): Promise<string> {
    for (let tries = 0; tries < 100; tries += 1) {
      const found = await this.run<Record<string, string> | null>(
        'const found = find(arguments); found?.scrollIntoView({ block: "center" }); return found',
        ...path,
      );
      if (found?.[ELEMENT]) return found[ELEMENT];
      await sleep(100);
    }
    throw new Error(`there is no ${path.join(' >>> ')}`);
  }
}

const FIND = `const find = (path) => {
  let root = document;
  let found = null;
  for (const selector of path) {
    found = root?.querySelector(selector) ?? null;
    root = found?.shadowRoot ?? found;
  }
  return found;
};`;

async function ask(method: string, address: string, body?: unknown): Promise<unknown> {
  const response = await fetch(address, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { value } = (await response.json()) as { value: unknown };
  if (!response.ok)
    throw new Error(`${method} ${new URL(address).pathname}: ${JSON.stringify(value)}`);
  return value;
}

async function isListening(host: string): Promise<void> {
  const end = Date.now() + STARTING;
  for (;;) {
    const isUp = await ask('GET', `${host}/status`).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    if (Date.now() > end) throw new Error('the driver does not answer');
    await sleep(100);
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === 'object'
          ? resolve(address.port)
          : reject(new Error('no port')),
      );
    });
  });
}
