import type { Acceptance } from '@fettle/protocol/offers'
import { expect, it } from 'vitest'
import { momentText, ownTimeZone } from '../../../lib/format/dates.ts'
import { setUpScreen } from '../../../testing/screen.tsx'
import { AcceptanceSection } from './acceptance-section.tsx'

const { draw, text } = setUpScreen()

it('says when the customer accepted by the clock of the reader, as the history does', async () => {
  const now = new Date('2026-11-30T10:00:00Z')
  const at = '2026-11-25T23:20:00Z'
  const acceptance: Acceptance = {
    at,
    revisionNumber: 1,
    signerName: 'Chidi Okafor',
    slot: null,
    total: { amount: 100_000, currency: 'NGN' },
    deposit: null,
    contentHash: 'ab12',
    ip: null,
    userAgent: null,
    timeZone: 'Pacific/Kiritimati',
    undoUntil: at,
  } as Acceptance
  const customer = { name: 'Chidi Okafor' } as never
  const offer = { timeZone: 'Pacific/Kiritimati', status: 'ACCEPTED', customer } as const
  await draw(<AcceptanceSection offer={offer} acceptance={acceptance} now={now} />)
  expect(text()).toContain(momentText(at, ownTimeZone(), now))
})
