import { expect, it } from 'vitest'
import { setUpTestApp } from '../../../app/test-app.ts'
import { providerAgreementReplayCases } from './agreements.ts'
import { providerBookingReplayCases } from './bookings.ts'
import { templateReplayCases } from './templates.ts'
import { providerAccountReplayCases } from './account.ts'

const testApp = setUpTestApp()

/**
 * Each call is replayed by `bookings.test.ts` or another suite of this folder. `calendars.refresh` is not: it reads an
 * external calendar, which may have changed in between.
 */
it('the provider replay suite covers every write', () => {
  const cases = [
    ...providerBookingReplayCases,
    ...providerAgreementReplayCases,
    ...templateReplayCases,
    ...providerAccountReplayCases,
  ]
  const covered = new Set(cases.map(({ operation }) => operation.name))
  const writes = testApp.app.operations.filter(({ audience, method }) => audience === 'provider' && method !== 'GET')
  expect(writes.filter(({ name }) => !covered.has(name)).map(({ name }) => name)).toEqual(['calendars.refresh'])
  expect(covered.size).toBe(cases.length)
})
