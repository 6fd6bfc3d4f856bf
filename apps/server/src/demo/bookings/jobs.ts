import { jobsAhead } from './upcoming-jobs.ts'
import { jobsBehind } from './past-jobs.ts'
import type { DemoJob } from './job.types.ts'

/** Ada's requests by day. Times are in Lagos. */

export const jobs: readonly DemoJob[] = [...jobsBehind, ...jobsAhead]
