import type { Texts } from '../wording.ts'
import { account } from './account.ts'
import { bookings } from './bookings.ts'
import { contracts } from './contracts.ts'
import { disputes } from './disputes.ts'
import { earnings } from './earnings.ts'
import { buttons, groups, mails } from './frame.ts'
import { offers } from './offers.ts'
import { support } from './support.ts'

export const en: Texts = {
  notifications: { ...bookings, ...offers, ...contracts, ...disputes, ...earnings, ...account, ...support },
  buttons,
  groups,
  mails,
}
