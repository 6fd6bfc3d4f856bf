import { jobsAhead } from './upcoming-jobs.ts'
import { jobsBehind } from './past-jobs.ts'
import type { DemoJob } from './job.types.ts'

/** What Ada was asked for, in the order of its days. Times are those of Lagos. */

export const jobs: readonly DemoJob[] = [...jobsBehind, ...jobsAhead]
