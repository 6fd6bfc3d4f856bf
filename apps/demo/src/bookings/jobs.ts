import { readData } from '../data.ts'
import type { DemoJob } from './job.types.ts'

/** Ada's recent and coming requests by day. Times are in Lagos. */
export const jobs = readData<DemoJob[]>('jobs')
