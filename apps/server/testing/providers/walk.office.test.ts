import { officeWalks } from './office.ts'
import { walkThrough } from './walking.ts'

walkThrough(officeWalks)
