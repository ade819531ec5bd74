import type { Task } from './exercise';
import type { ExerciseMachine } from './machine';

/** The machine of a task, of a worksheet or of a draft, which is that of all its tasks. */
export async function machineOf(
  task: Pick<Task, 'arm64'> | undefined,
  isFramed: boolean,
): Promise<ExerciseMachine> {
  if (task?.arm64) return (await import('./arm64')).arm64(isFramed);
  return (await import('./mips')).mips(isFramed);
}
