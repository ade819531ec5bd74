import type { Playground } from '../../playground/playground';
import type { TutorialMachine } from './machine';

/** The machine of a playground. */
export async function machineOf({ store }: Playground): Promise<TutorialMachine> {
  if (store.state.arm64) return (await import('./arm64')).arm64;
  return (await import('./mips')).mips;
}
