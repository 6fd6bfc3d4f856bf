import { createTimers } from '../../../platform/jobs/timers.ts'
import { timersOf } from './timers.rules.ts'

export const { TIMER_JOB, scheduleTimers } = createTimers('disputes', timersOf)
