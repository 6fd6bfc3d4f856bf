import { locales, type Locale } from '@fettle/i18n/locales'
import { describe, expect, it } from 'vitest'
import { CONTEST_DAYS } from '@fettle/protocol/bookings/cancellations'
import { ticketLimits } from '@fettle/protocol/support/tickets'
import { notificationFixtures as samples } from '../../../testing/fixtures/notifications.fixture.ts'
import { catalogue, workflowIds, type Params, type WorkflowId } from './catalogue.ts'
import { buttonIds, groups } from './kinds/kind.ts'
import { toPush, toTrigger } from './notifications.rules.ts'
import { notificationsMessages } from './notifications.messages.ts'
import { textOf } from './notifications.texts.ts'
import { workflowsOf } from './unsubscribe.rules.ts'

function notification<W extends WorkflowId>(
  workflow: W,
  {
    locale = 'en',
    params = {},
    isResolved = false,
  }: { locale?: Locale; params?: Partial<Params[W]>; isResolved?: boolean } = {},
) {
  const subject = { type: 'booking', id: 'bkg_1' } as const
  const allParams = { ...samples[workflow], ...params }
  return toTrigger({ id: 'ntc_1', providerId: 'usr_1', workflow, params: allParams, subject, isResolved }, locale)
}

const wordsOf = (locale: Locale, workflow: WorkflowId, params: object = {}) => {
  const { subject, body } = notification(workflow, { locale, params })
  return `${subject} | ${body}`
}

/** Variants beside the samples: every value a sentence depends on. */
const turns: [WorkflowId, object][] = [
  ...[1, 2, 3, 11, 100].map((visits): [WorkflowId, object] => ['booking-requested', { visits, startAt: null }]),
  ...[2, 5, 12].flatMap((visits) =>
    (['series-accepted', 'series-declined', 'series-expired', 'series-cancelled'] as const).map(
      (id): [WorkflowId, object] => [id, { visits }],
    ),
  ),
  ['booking-requested', { respondBy: null }],
  ['booking-expired', { wasMine: true }],
  ['booking-declined', { note: null, startAt: null }],
  ...['EXPIRED', 'WITHDRAWN'].map((answer): [WorkflowId, object] => ['proposal-answered', { answer }]),
  ['proposal-answered', { startAt: null }],
  ['booking-cancelled', { note: 'I fell ill.', isContestable: false }],
  ['no-show-reported', { note: 'Nobody rang.' }],
  ['work-confirmed', { automatic: false }],
  ...['DECLINED', 'EXPIRED'].map((answer): [WorkflowId, object] => ['adjustment-answered', { answer, note: 'No.' }]),
  ['offer-requested', { urgency: 'EMERGENCY' }],
  ...['CHOSE_OTHER', 'TIMING', 'SCOPE', 'NO_LONGER_NEEDED', 'NO_TRUST', 'OTHER', 'NEW_ONE'].map(
    (reason): [WorkflowId, object] => ['offer-declined', { reason, note: 'Sorry.' }],
  ),
  ['offer-expired', { wasSent: false }],
  ['contract-held', { until: null, note: 'We are away.' }],
  ['termination-contested', { note: 'Not like this.' }],
  ['milestone-approved', { automatic: true }],
  ...['DECLINED', 'EXPIRED'].map((answer): [WorkflowId, object] => ['change-order-answered', { answer, note: 'No.' }]),
  ['dispute-opened', { amount: null }],
  ...['ANSWERED', 'EVIDENCE', 'DECLINED', 'WITHDRAWN', 'APPEALED', 'NO_ANSWER', 'NO_AGREEMENT'].map(
    (what): [WorkflowId, object] => ['dispute-updated', { what, amount: null, note: null }],
  ),
  ['dispute-deadline-24h', { what: 'AGREE' }],
  ['dispute-resolved', { by: 'AGREEMENT', amount: null, appealUntil: null }],
  ['message-reminder', { authorName: null, excerpt: '' }],
  ...[-1, 0, 1, 2, 7, 30].map((daysLeft): [WorkflowId, object] => ['document-expiring', { daysLeft }]),
  ['new-sign-in', { device: { code: 'mail.device-unknown' } }],
  ['payment-received', { tip: null }],
  ['payout-failed', { note: '', fix: 'BANK_REJECTED' }],
  ...[1, 2, 3].map((rating): [WorkflowId, object] => ['review-received', { rating, comment: 'Thank you.' }]),
  ['ticket-resolved', { isSilent: false }],
]
const examples = [...workflowIds.map((id): [WorkflowId, object] => [id, {}]), ...turns]

it('keeps no time that was never agreed', () => {
  expect(wordsOf('en', 'proposal-answered', { startAt: null })).toBe(
    'Ngozi Okafor declined the proposed times | Leaking kitchen tap, time to be agreed.',
  )
})

describe.each(locales)('notification texts in %s', (locale) => {
  it.each(examples)('render %s with %o without blanks', (workflow, params) => {
    const { subject = '', body, primaryAction, secondaryAction } = notification(workflow, { locale, params })
    for (const text of [subject, body, primaryAction?.label]) expect(text).toMatch(/\p{L}/u)
    const all = `${subject} ${body} ${primaryAction?.label} ${secondaryAction?.label ?? ''}`
    expect(all).not.toMatch(/undefined|null|NaN|Invalid|\[object|#|  /)
    expect(body).not.toMatch(/\d{4}-\d\d-\d\d(?!-)|T\d\d:/)
  })
})

it.each(['fr', 'ar'] as const)('are not left in English in %s', (locale) => {
  const same = examples.filter(([id, params]) => wordsOf('en', id, params) === wordsOf(locale, id, params))
  expect(same).toEqual([])
  for (const id of buttonIds)
    expect(textOf(locale, { code: `button.${id}` })).not.toBe(textOf('en', { code: `button.${id}` }))
  if (locale === 'ar')
    for (const [id, params] of examples) expect(wordsOf(locale, id, params)).toMatch(/\p{Script=Arabic}.* \| /u)
})

it('take limits from their constants', () => {
  for (const text of Object.values(notificationsMessages)) expect(text).not.toMatch(/\b(?:\d+|seven) days/)
  expect(wordsOf('en', 'ticket-resolved')).toContain(
    `for ${ticketLimits.silenceDays} days. You can reopen it within ${ticketLimits.closeDays} days.`,
  )
  expect(wordsOf('ar', 'no-show-reported')).toContain(`خلال ${CONTEST_DAYS} أيام`)
})

it('have a kind, button or group for each text', () => {
  const owners = new Set<string>([...workflowIds, ...buttonIds, ...groups, 'digest'])
  const shared = new Set(['document', 'notification', 'notification-mail', 'unsubscribe'])
  const orphans = Object.keys(notificationsMessages).filter((code) => {
    const [first = '', second = ''] = code.split('.')
    const owner = first === 'button' || first === 'group' ? second : first
    return !owners.has(owner) && !shared.has(owner)
  })
  expect(orphans).toEqual([])
})

it('every button with a label is used by a notification', () => {
  const used = new Set(workflowIds.flatMap((id) => [catalogue[id].primary.label, catalogue[id].secondary?.label]))
  expect(buttonIds.filter((id) => !used.has(id))).toEqual([])
})

describe('a notification', () => {
  it("shows time and place in the job's time zone", () => {
    expect(notification('booking-requested')).toMatchObject({
      locale: 'en',
      subject: 'New booking request from Ngozi Okafor',
      body: 'Leaking kitchen tap in Lekki, Wed 4 March at 14:00. Reply by Tue 3 March at 12:00.',
      redirect: { url: '/bookings/bkg_1' },
      primaryAction: { label: 'Review', redirect: { url: '/bookings/bkg_1' } },
      secondaryAction: { label: 'Decline', redirect: { url: '/bookings/bkg_1?action=decline' } },
      data: { type: 'booking', id: 'bkg_1' },
      severity: 'high',
    })
  })

  it("shows the end of a suspension and of a ticket in the provider's time zone", () => {
    const lateEvening = '2026-03-09T23:30:00.000Z'
    expect(notification('account-suspended', { params: { until: lateEvening } }).subject).toBe(
      'Your account is suspended until Tue 10 March at 00:30',
    )
    expect(wordsOf('en', 'ticket-waiting', { silentUntil: lateEvening })).toContain('on Tue 10 March at 00:30.')
  })

  it.each([
    ['The insurance has run out', 'The insurance has run out. You can'],
    ['The insurance has run out.', 'The insurance has run out. You can'],
    ['انتهى التأمين؟', 'انتهى التأمين؟\u2069 You can'],
  ])('ends the reason of a suspension as a sentence: %s', (reason, expected) => {
    expect(wordsOf('en', 'account-suspended', { reason })).toContain(expected)
  })

  it('formats dates, amounts and plurals by language', () => {
    expect(wordsOf('fr', 'booking-requested', { visits: 3 })).toBe(
      'Ngozi Okafor vous demande 3 visites | Leaking kitchen tap à Lekki, première visite\u00A0: mer. 4 mars à 14:00. Répondez avant le mar. 3 mars à 12:00.',
    )
    expect(wordsOf('fr', 'offer-accepted')).toContain('1\u202F761\u202F190\u00A0₦')
    expect(wordsOf('ar', 'review-received', { rating: 1 })).toContain('نجمة واحدة')
    expect(wordsOf('ar', 'review-received', { rating: 2 })).toContain('نجمتين')
    expect(wordsOf('ar', 'review-received', { rating: 3 })).toContain('3 نجوم')
    expect(wordsOf('ar', 'series-accepted', { visits: 12 })).toContain('12 زيارة')
  })

  it('isolates names of the other text direction', () => {
    expect(notification('offer-viewed', { locale: 'ar' }).subject).toBe('اطّلع \u2068Ngozi Okafor\u2069 على عرض سعرك')
    const arabic = { customerName: 'نجوى' }
    expect(notification('offer-viewed', { params: arabic }).subject).toBe('\u2068نجوى\u2069 viewed your offer')
    expect(notification('offer-viewed', { locale: 'ar', params: arabic }).subject).toBe('اطّلع نجوى على عرض سعرك')
  })

  it('offers to contest only what can be contested', () => {
    expect(notification('booking-cancelled').secondaryAction).toMatchObject({ label: 'Contest' })
    expect(notification('booking-cancelled', { params: { isContestable: false } }).secondaryAction).toBeUndefined()
  })

  it('is shown as done when resolved before it was sent', () => {
    expect(notification('booking-requested', { isResolved: true })).toMatchObject({
      isCompleted: true,
      transactionId: 'ntc_1',
    })
  })

  it('pushes with language and direction', () => {
    const { id, providerId, subject } = { id: 'n', providerId: 'u', subject: { type: 'offer', id: 'off_1' } as const }
    const allParams = { id, providerId, subject, workflow: 'offer-accepted', isResolved: false } as const
    expect(toPush({ ...allParams, params: samples['offer-accepted'] }, 'ar')).toMatchObject({ lang: 'ar', dir: 'rtl' })
  })
})

describe('mails that can be stopped', () => {
  it('exclude security notifications', () => {
    for (const group of [...groups, 'digest'] as const)
      for (const id of workflowsOf({ group })) expect([id, catalogue[id].severity]).not.toEqual([id, 'CRITICAL'])
  })
})
