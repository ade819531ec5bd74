/** The work of the machine that the page does not show. */

import { usualQuestion } from '../comparison/arm64-question';
import { firstExample } from '../programs/first-example';
import { loadOther, saveOther, type Work } from '../work/storage';

/** Keeps the current work; resolves to the last work for the other machine, or its first example. */
export async function otherWork(current: Work): Promise<Work> {
  const last = loadOther();
  saveOther(current);
  if (last && !last.arm64 !== !current.arm64) return last;
  return current.arm64 ? firstWork(firstExample) : firstArm64Work();
}

/** The work of a new visitor who chooses ARM64. */
async function firstArm64Work(): Promise<Work> {
  const { examples } = await import('../arm64/examples');
  const [first = firstExample] = examples;
  return { ...firstWork(first), arm64: usualQuestion };
}

const firstWork = ({ left, right, name }: typeof firstExample): Work => ({
  left,
  right,
  names: { left: '', right: '' },
  options: undefined,
  example: name,
});
