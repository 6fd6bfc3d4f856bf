/**
 * Types and functions for `.worker.ts` files. In a file of their own, so that a thread does not load the code that
 * starts it.
 */

/** A job of a limited thread, which calls `markStarted` before anything else. */
export type LimitedJob<Job> = Job & { started: Int32Array }

/** Tells the starting thread that the job runs, so that its time limit begins. */
export const markStarted = ({ started }: { started: Int32Array }): void => {
  Atomics.store(started, 0, 1)
}
