import type { QuizMachine } from './machine';
import type { Quiz } from './quiz';

/** The machine of a quiz. */
export async function machineOf({ arm64 }: Quiz, isFramed: boolean): Promise<QuizMachine> {
  if (arm64) return (await import('./arm64')).arm64(arm64, isFramed);
  return (await import('./mips')).mips(isFramed);
}
