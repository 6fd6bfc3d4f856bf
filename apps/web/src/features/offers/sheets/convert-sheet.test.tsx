import type { OfferDetails } from '@fettle/protocol/offers'
import { beforeEach, expect, it } from 'vitest'
import * as apiModule from '../../../lib/http/api.ts'
import * as profileModule from '../../../shared/profile/profile.ts'
import { plainDateFields } from '../../../testing/plain-date-fields.tsx'
import { replaceExports } from '../../../testing/replace-exports.ts'
import { setUpScreen, type } from '../../../testing/screen.tsx'
import * as dateFieldModule from '../../../ui/dates/date-field.tsx'
import { ConvertSheet } from './convert-sheet.tsx'

replaceExports(apiModule, { call: async () => ({ conflicts: [], warnings: [], suggestions: [] }) })
replaceExports(profileModule, { useProfile: () => ({ country: 'NG' }) })
replaceExports(dateFieldModule, plainDateFields)
const { draw, field } = setUpScreen()
beforeEach(() => sessionStorage.clear())

const offer = {
  id: 'off_1',
  status: 'ACCEPTED',
  timeZone: 'Africa/Lagos',
  version: 1,
  site: null,
  acceptance: null,
  currentRevision: null,
  customer: { id: 'cus_1', name: 'Ngozi Eze', avatar: null },
  allowedActions: ['convert'],
} as unknown as OfferDetails

it('keeps the time at which an accepted offer is to be booked', async () => {
  const open = (key: string) =>
    draw(<ConvertSheet key={key} offer={offer} now={new Date('2026-03-02T11:00:00Z')} onClose={() => undefined} />)
  await open('first')
  expect(field('Start').value).toBe('09:00')
  await type(field('Start'), '17:45')
  await open('again')
  expect(field('Start').value).toBe('17:45')
})
