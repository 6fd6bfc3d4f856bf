import { hookWalks } from '../../../testing/marketplace/hooks.ts'
import { walkThrough } from '../../../testing/marketplace/walking.ts'

walkThrough(hookWalks)
