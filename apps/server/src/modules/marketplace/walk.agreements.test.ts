import { agreementWalks } from '../../../testing/marketplace/agreements.ts'
import { walkThrough } from '../../../testing/marketplace/walking.ts'

walkThrough(agreementWalks)
