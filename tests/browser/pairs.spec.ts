/**
 * The pairs of tests/corpus/pairs and tests/corpus/oracle, compared in the page,
 * each checked against its labels as tests/integration/corpus_pairs.rs does natively. Here are
 * some of each kind: tests/wasm/pairs.spec.ts compares all by the same wasm without a page, and
 * the long test, `npm run test:long`, has all here, and the slow ones too.
 */

import type { Options } from '../../www/generated/tamarin';
import { write } from '../../www/src/links/schema';
import { assemblySource } from '../../www/src/programs/source';
import { engine } from '../wasm/engine';
import { folders, type Pair, pairsOf } from '../wasm/pairs';
import { expect, isLong, type Playground, test } from './playground';

/** The engine's own options, with the solver that is available on any host. */
const options: Options = { ...engine.default_options(), solver: 'bitblast' };

/** The short test compares one of this many pairs in the page. */
const EACH = 16;

/** Too little to decide hard pairs, and enough to expose a wrong verdict. */
const littleEffort: Options = { ...options, fuel: 300, max_runs: 3, effort: 100 };

/** The address of a pair on the page. */
function addressOf({ left, right }: Pair, options: Options): string {
  const names = { left: '', right: '' };
  const programs = { left: assemblySource(left), right: assemblySource(right) };
  const link = write({ programs, names, options, receipt: undefined });
  if (!link) throw new Error('too long for a link');
  return `./#${link}`;
}

/** Opens each pair as a link in one page, and compares it; returns the verdicts by name. */
async function verdicts(
  playground: Playground,
  pairs: readonly Pair[],
  options: Options,
): Promise<Record<string, string | null>> {
  const { page, compare, verdict } = playground;
  const found: Record<string, string | null> = {};
  for (const pair of pairs) {
    // The first one loads the page. For the others, the verdict of the previous pair is visible until the link is open.
    await page.goto(addressOf(pair, options));
    await expect(verdict).toHaveCount(0);
    await compare.click();
    await expect(verdict, pair.name).toBeVisible();
    const said = await verdict.getAttribute('data-verdict');
    // Labels cover runs within the fuel; a proof about loops covers more.
    const isWithinFuel = pair.label === 'eq' && pair.verdict !== 'equivalent';
    found[pair.name] = said === 'equivalent' && isWithinFuel ? pair.verdict : said;
  }
  return found;
}

/** Whether a verdict is true of a pair, perhaps with less fuel than its label holds for. */
function isTrue(verdict: string | null | undefined, pair: Pair): boolean {
  if (verdict === 'disequivalent') return pair.label === 'neq';
  if (verdict === 'equivalent') return pair.verdict === 'equivalent';
  // Differences may need more fuel.
  return verdict === 'equivalent-up-to' || verdict === 'possibly-equivalent';
}

test.describe('where the host sends no special header', () => {
  let askedForZ3: string[];

  test.beforeEach(async ({ page }) => {
    askedForZ3 = [];
    page.on('request', (request) => {
      if (request.url().includes('/z3/')) askedForZ3.push(request.url());
    });
  });

  test.afterEach(async ({ page }) => {
    expect(askedForZ3).toEqual([]);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
  });

  // Many comparisons each.
  test.describe.configure({ timeout: 600_000 });

  const strongest = (pairs: readonly Pair[], what: string) =>
    test(`${what}: each of ${pairs.length} has its strongest verdict`, async ({ playground }) => {
      const wanted = Object.fromEntries(pairs.map(({ name, verdict }) => [name, verdict]));
      expect(await verdicts(playground, pairs, options)).toEqual(wanted);
    });

  for (const folder of folders) {
    const pairs = pairsOf(folder);
    const decided = pairs.filter(({ undecided }) => !undecided);
    for (const label of ['eq', 'neq'] as const) {
      const quick = decided.filter((pair) => pair.label === label && !pair.slow);
      const some = isLong ? quick : quick.filter((_, index) => index % EACH === 0);
      strongest(some, `${folder}, ${label}`);
    }
    if (isLong) {
      const slow = decided.filter((pair) => pair.slow);
      strongest(slow, `${folder}, slow`);
    }

    const undecided = pairs.filter((pair) => pair.undecided);
    if (undecided.length === 0) continue;
    test(`${folder}, undecided: nothing wrong is said of ${undecided.length}`, async ({
      playground,
    }) => {
      const found = await verdicts(playground, undecided, littleEffort);
      const wrong = undecided.filter((pair) => !isTrue(found[pair.name], pair));
      expect(wrong.map(({ name }) => [name, found[name]])).toEqual([]);
    });
  }
});
