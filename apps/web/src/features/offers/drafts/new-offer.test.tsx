import { OfferDraft } from '@fettle/protocol/offers/content'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { MutationOutcome } from '../../../lib/offline/mutation-queue.ts'
import * as apiModule from '../../../lib/http/api.ts'
import * as profileModule from '../../../shared/profile/profile.ts'
import { replaceExports } from '../../../testing/replace-exports.ts'
import { setUpScreen, waitFor } from '../../../testing/screen.tsx'
import * as localDraftsModule from './local-drafts.ts'
import type { LocalOfferContent } from './local-drafts.ts'
import { NewOffer } from './new-offer.tsx'

const server = { isAway: true }
const pounds = z.parse(OfferDraft, {
  lineItems: [{ id: 'tiling', kind: 'LABOUR', name: 'Tiling', quantity: '1', unit: 'DAY', unitPrice: 20_000 }],
})
replaceExports(profileModule, { useProfile: () => ({ id: 'usr_1', currency: 'NGN' }) })
replaceExports(apiModule, {
  call: async () => {
    if (server.isAway) throw new Error('Away')
    return [{ id: 'tpl_1', name: 'Bathroom', content: pounds, currency: 'GBP' }]
  },
})
const started: (LocalOfferContent | undefined)[] = []
replaceExports(localDraftsModule, {
  createLocalOffer: async (_: unknown, content: LocalOfferContent | undefined) => {
    started.push(content)
    return { id: 'local_1', outcome: { sent: false } as MutationOutcome }
  },
})
const { draw, button, field, press, text, choose } = setUpScreen({ queries: { retry: false } })

it('says that the templates could not be loaded, and loads them again', async () => {
  await draw(<NewOffer customerId="cus_1" onClose={() => undefined} />)
  await waitFor(() => expect(text()).toContain("We couldn't load the templates."))
  expect(field('Start from')).toBeUndefined()
  expect(button('Create offer')).toBeDefined()
  server.isAway = false
  await press('Try again')
  await waitFor(() => expect(field('Start from')?.textContent).toContain('Bathroom'))
})

it('starts without the prices of a template in another currency', async () => {
  server.isAway = false
  await draw(<NewOffer customerId="cus_1" onClose={() => undefined} />)
  await waitFor(() => expect(field('Start from')?.textContent).toContain('Bathroom'))
  await choose('Start from', 'tpl_1')
  await press('Create offer')
  await waitFor(() => expect(started).toHaveLength(1))
  expect(started[0]?.content.lineItems).toMatchObject([{ name: 'Tiling', unitPrice: 0 }])
  expect(started[0]?.totals.total).toBe(0)
})
