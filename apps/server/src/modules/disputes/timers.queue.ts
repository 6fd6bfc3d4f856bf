import { timersFor } from '../../platform/timers.ts'
import { timersOf } from './timers.rules.ts'

export const { RING, keepTimers } = timersFor('disputes', timersOf)
