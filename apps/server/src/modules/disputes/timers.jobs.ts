import { timersFor } from '../../platform/timers.ts'
import { timersOf } from './timers.rules.ts'

export const { TIMER_JOB, scheduleTimers } = timersFor('disputes', timersOf)
