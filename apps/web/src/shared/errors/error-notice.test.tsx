import { expect, it, vi } from 'vitest'
import { ApiError } from '../../lib/http/api-error.ts'
import { setUpScreen, type as typeInto } from '../../testing/screen.tsx'
import type { Consent } from './action-error.ts'
import { ErrorNotice } from './error-notice.tsx'

const { draw, field, press, text } = setUpScreen()
const onConsent = vi.fn<(consent: Consent) => void>()
const now = new Date('2026-11-25T09:00:00Z')
const notice = (error: ApiError) => (
  <ErrorNotice error={error} timeZone="Africa/Lagos" now={now} onConsent={onConsent} />
)
const refusal = (code: 'ACKNOWLEDGE_REQUIRED' | 'SLOT_CONFLICT', details: Record<string, unknown>) =>
  new ApiError({ status: 409, code, message: 'Refused', details })

it('repeats an action with the warnings it has shown', async () => {
  const warnings = [{ code: 'OUTSIDE_HOURS', message: 'Outside your working hours', bookingId: null }]
  await draw(notice(refusal('ACKNOWLEDGE_REQUIRED', { warnings })))
  expect(text()).toContain('Outside your working hours')
  await press('Continue anyway')
  expect(onConsent).toHaveBeenCalledExactlyOnceWith({ acknowledge: ['OUTSIDE_HOURS'] })
})

it('books twice for a reason only', async () => {
  await draw(notice(refusal('SLOT_CONFLICT', { conflicts: [{ kind: 'BOOKING' }] })))
  await press('Double-book')
  expect(onConsent).not.toHaveBeenCalled()
  expect(text()).toContain('Enter a reason for the overlap')
  await typeInto(field('Reason for the overlap'), ' Two people go ')
  await press('Double-book')
  expect(onConsent).toHaveBeenCalledExactlyOnceWith({ allowOverlap: true, overlapReason: 'Two people go' })
})

it('offers no double booking in time off', async () => {
  await draw(notice(refusal('SLOT_CONFLICT', { conflicts: [{ kind: 'TIME_OFF' }] })))
  expect(text()).not.toContain('Double-book')
})
