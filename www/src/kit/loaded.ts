import { type Task, TaskStatus } from '@lit/task';

/**
 * What a task has come to: neither while it is on its way. A task by itself
 * keeps the value of the last time, which is of something else.
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

/** What to say of something that was thrown. */
const failureOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
