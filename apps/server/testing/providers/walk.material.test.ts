import { materialWalks } from './material.ts'
import { walkThrough } from './walking.ts'

walkThrough(materialWalks)
