import type { OfferDetails } from '@fettle/protocol/offers'
import { expect, it } from 'vitest'
import { setUpScreen } from '../../../testing/screen.tsx'
import * as dateFieldModule from '../../../ui/dates/date-field.tsx'
import { ExtendSheet } from './small-sheets.tsx'
import { replaceExports } from '../../../testing/replace-exports.ts'

const shown = { min: '', max: '', value: '' }
replaceExports(dateFieldModule, {
  DateField: ({ min, max, value }: typeof shown) => {
    Object.assign(shown, { min, max, value })
    return null
  },
})

const { draw } = setUpScreen()
const now = new Date('2026-03-02T11:00:00Z')
const until = (validUntil: string): OfferDetails =>
  ({
    id: 'off_1',
    status: 'SENT',
    timeZone: 'Africa/Lagos',
    validUntil,
    extensions: { used: 0, limit: 3 },
    version: 1,
    customer: { id: 'cus_1', name: 'Ngozi Eze', avatar: null },
    allowedActions: ['extend'],
  }) as unknown as OfferDetails

it.each([
  ['a day later than now, while it is valid', '2026-03-10T22:59:59Z', { min: '2026-03-11', value: '2026-03-17' }],
  ['today, once it has expired', '2026-02-20T22:59:59Z', { min: '2026-03-02', value: '2026-03-09' }],
])('an offer can be extended from %s', async (_, validUntil, days) => {
  await draw(<ExtendSheet offer={until(validUntil)} now={now} onClose={() => undefined} />)
  expect(shown).toMatchObject({ ...days, max: '2026-05-31' })
})
