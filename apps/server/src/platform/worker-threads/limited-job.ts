/** What a `.worker.ts` file needs of limited threads. Apart from them, so that the thread does not load what starts it. */

/** A job of a limited thread, which calls `markStarted` before anything else. */
export type LimitedJob<Job> = Job & { started: Int32Array }

/** Tells the starting thread that the job runs, so that its time limit begins. */
export const markStarted = ({ started }: { started: Int32Array }): void => {
  Atomics.store(started, 0, 1)
}
