import { expect, it } from 'vitest'
import { setUpScreen, waitFor } from '../../../testing/screen.tsx'
import * as datesModule from '../../../lib/format/dates.ts'
import * as apiModule from '../../../shared/referrals/api.ts'
import { InviteTab } from './invite-tab.tsx'
import { replaceExports } from '../../../testing/replace-exports.ts'

replaceExports(datesModule, {
  ownTimeZone: () => 'Pacific/Auckland',
})
replaceExports(apiModule, {
  referralsQuery: {
    queryKey: ['referrals'],
    queryFn: async () => ({
      code: 'ABCD1234',
      url: 'https://fettle.test/i/ABCD1234',
      reward: { amount: 0, currency: 'NGN' },
      rewards: { earned: { amount: 0, currency: 'NGN' }, pending: { amount: 0, currency: 'NGN' } },
      invites: [
        {
          id: 'inv_1',
          destinationMasked: 't•••@example.com',
          status: 'SENT',
          rejection: null,
          daysLeft: 10,
          // Already 2 January in Auckland.
          remindAvailableAt: '2099-01-01T20:00:00.000Z',
        },
      ],
    }),
  },
})

const { draw, text } = setUpScreen()

it("names the day of the next reminder in the reader's time zone", async () => {
  await draw(<InviteTab />)
  await waitFor(() => expect(text()).toContain('you can remind them from January 2, 2099'))
})
