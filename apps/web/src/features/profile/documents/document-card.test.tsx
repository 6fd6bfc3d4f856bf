import type { ProviderDocument } from '@fettle/protocol/accounts/documents'
import { expect, it } from 'vitest'
import { setUpScreen } from '../../../testing/screen.tsx'
import * as datesModule from '../../../lib/format/dates.ts'
import { DocumentCard } from './document-card.tsx'
import { replaceExports } from '../../../testing/replace-exports.ts'

replaceExports(datesModule, {
  ownTimeZone: () => 'Pacific/Auckland',
})

const { draw, text } = setUpScreen()

it("names the day of the reply in the reader's time zone", async () => {
  const document: Partial<ProviderDocument> = {
    type: 'PASSPORT',
    side: 'SINGLE',
    status: 'UNDER_REVIEW',
    mime: 'image/jpeg',
    rejection: null,
    allowedActions: [],
    url: null,
    expiresAt: null,
    createdAt: '2026-03-02T20:00:00.000Z',
    // Already Thursday in Auckland.
    reviewDueAt: '2026-03-04T20:00:00.000Z',
  }
  await draw(<DocumentCard document={document as ProviderDocument} />)
  expect(text()).toContain("We'll reply by March 5, 2026.")
})
