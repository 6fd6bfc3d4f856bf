import { peopleWalks } from '../../../testing/marketplace/people.ts'
import { walkThrough } from '../../../testing/marketplace/walking.ts'

walkThrough(peopleWalks)
