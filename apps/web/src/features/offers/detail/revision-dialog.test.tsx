import type { OfferDetails } from '@fettle/protocol/offers'
import { expect, it } from 'vitest'
import * as apiModule from '../../../lib/http/api.ts'
import { replaceExports } from '../../../testing/replace-exports.ts'
import { setUpScreen, settle, waitFor } from '../../../testing/screen.tsx'
import * as documentModule from './offer-document.tsx'
import { RevisionDialog } from './revision-dialog.tsx'

const server = { broken: 0 }
replaceExports(apiModule, {
  call: async ({ name }: { name: string }, { params }: { params: { number: number } }) => {
    if (name === 'offers.revision') {
      if (params.number === server.broken) throw new Error('Away')
      return { title: 'New kitchen', files: [], sentAt: '2026-11-25T12:00:00Z' }
    }
    return { diff: { added: [], removed: [], changed: [], fields: [], totalBefore: 0, totalAfter: 0, totalDelta: 0 } }
  },
})
replaceExports(documentModule, { OfferDocumentView: () => null })
const { draw, text, press } = setUpScreen({ queries: { retry: false } })
const offer = { id: 'off_1', currency: 'NGN', timeZone: 'Africa/Lagos', revisions: [{ number: 1 }, { number: 2 }] }

it.each([
  ['a revision', 2, "We couldn't load the revision."],
  ['the revision it is compared with', 1, "We couldn't load the comparison."],
])('loads %s again when asked', async (_, number, failed) => {
  server.broken = number
  await draw(
    <RevisionDialog
      offer={offer as unknown as OfferDetails}
      number={2}
      now={new Date('2026-11-25T12:00:00Z')}
      onClose={() => undefined}
    />,
  )
  await settle()
  await settle()
  expect(text()).toContain(failed)
  server.broken = 0
  await press('Try again')
  await waitFor(() => expect(text()).toContain('No changes the customer can see.'))
})
