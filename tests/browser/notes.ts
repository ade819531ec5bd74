// Course notes with embedded comparisons, on another host than Tamarin's.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, type Page } from '@playwright/test';

import { usualQuestion } from '../../www/src/comparison/arm64-question';
import { write } from '../../www/src/links/schema';
import { assemblySource } from '../../www/src/programs/source';
import { corpus } from '../wasm/corpus';
import { engine } from '../wasm/engine';
import { test as base } from './base';

const fig05 = corpus.find(({ name }) => name === 'fig05');
if (!fig05) throw new Error('tests/corpus has no fig05');

/** A link to MIPS programs, with these options. */
export function linkTo(programs: { left: string; right: string }, options = {}): string {
  const fragment = write({
    programs: { left: assemblySource(programs.left), right: assemblySource(programs.right) },
    names: { left: 'first', right: 'second' },
    options: { ...engine.default_options(), ...options },
    receipt: undefined,
  });
  if (!fragment) throw new Error('too long for a link');
  return fragment;
}

/** A link to two programs that differ. */
export const sample = linkTo(fig05, fig05.options);

export const signed = 'cmp x0, x1\nb.ge end\nadd x0, x1, xzr\nend: br x30\n';
const unsigned = signed.replace('b.ge', 'b.hs');

/** A link to ARM64 programs. */
export function linkToArm64(programs: { left: string; right: string }): string {
  const fragment = write({
    programs: { left: assemblySource(programs.left), right: assemblySource(programs.right) },
    names: { left: 'first', right: 'second' },
    options: engine.default_options(),
    arm64: usualQuestion,
    receipt: undefined,
  });
  if (!fragment) throw new Error('too long for a link');
  return fragment;
}

/** The larger of two numbers, with and without a sign. */
export const larger = linkToArm64({ left: signed, right: unsigned });

interface Notes {
  /** Shows notes with this in them, served with these headers. */
  show(body: string, headers?: Record<string, string>): Promise<Page>;
  /** The origin of Tamarin. */
  host: string;
  /** Bytes of the scripts that were loaded so far; each file counts once. */
  scriptBytes(): number;
  /** The addresses requested so far. */
  asked: string[];
}

export const test = base.extend<{ notes: Notes }>({
  notes: async ({ page, baseURL }, use) => {
    const host = baseURL ?? '';
    const asked: string[] = [];
    const errors: string[] = [];
    const scripts = new Map<string, number>();
    page.on('request', (request) => asked.push(request.url()));
    page.on('response', async (response) => {
      if (response.request().resourceType() !== 'script') return;
      const bytes = await response.headerValue('content-length');
      // An unchanged file is not sent again.
      if (bytes !== null) scripts.set(response.url(), Number(bytes));
    });
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(String(error)));
    // Another host than Tamarin's, which is named localhost.
    let notes = { headers: {}, body: '' };
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...notes.headers });
      response.end(
        `<!doctype html><html lang="en"><title>Notes</title><main><h1>Notes</h1>${notes.body}</main>`,
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await use({
      host,
      asked,
      scriptBytes: () => [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0),
      async show(body, headers = {}) {
        notes = { headers, body };
        await page.goto(origin);
        return page;
      },
    });
    server.close();
    const origins = new Set(
      asked.filter((url) => !url.startsWith('blob:')).map((url) => new URL(url).origin),
    );
    origins.delete(origin);
    origins.delete(new URL(host).origin);
    expect([...origins], 'nobody else is asked for anything').toEqual([]);
    expect(errors).toEqual([]);
  },
});

export const frame = (host: string, fragment: string, attributes = '') =>
  `<iframe src="${host}embed.html#${fragment}" title="A comparison" width="700" height="300" ${attributes}></iframe>`;

export const verdictIn = (page: Page, index: number) =>
  page.locator('iframe').nth(index).contentFrame().locator('[data-verdict]');

export const buttonIn = (page: Page, index: number, name: string) =>
  page.locator('iframe').nth(index).contentFrame().getByRole('button', { name, exact: true });

export const element = (attributes = '', verdict = '<p>They differ for $1 = 1, $2 = 100.</p>') =>
  `<tamarin-compare input1="1" input2="1" strategy="paper" ${attributes}>
<pre data-name="first">
${fig05.left}</pre>
<pre data-name="second">
${fig05.right}</pre>
${verdict}
</tamarin-compare>`;

export const script = (host: string) => `<script src="${host}tamarin-compare.js" async></script>`;
