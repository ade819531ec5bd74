import { type Task, TaskStatus } from '@lit/task';

/**
 * The result of a task: neither field is set while it runs. A task itself keeps its previous value,
 * which is about something else.
 */
export function loaded<T>(task: Task<readonly unknown[], T>): {
  value: T | undefined;
  failure: string | undefined;
} {
  const { status, value, error } = task;
  return {
    value: status === TaskStatus.COMPLETE ? value : undefined,
    failure: status === TaskStatus.ERROR ? failureOf(error) : undefined,
  };
}

/** The message for a thrown value. */
const failureOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
