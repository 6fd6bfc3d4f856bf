import { moneyWalks } from '../../../testing/marketplace/money.ts'
import { walkThrough } from '../../../testing/marketplace/walking.ts'

walkThrough(moneyWalks)
