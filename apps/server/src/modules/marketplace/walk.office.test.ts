import { officeWalks } from '../../../testing/marketplace/office.ts'
import { walkThrough } from '../../../testing/marketplace/walking.ts'

walkThrough(officeWalks)
