import { agreementWalks } from './agreements.ts'
import { walkThrough } from './walking.ts'

walkThrough(agreementWalks)
