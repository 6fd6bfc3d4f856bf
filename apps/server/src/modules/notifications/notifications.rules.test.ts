import { describe, expect, it } from 'vitest'
import { catalogue, toInboxWorkflows, workflowIds, type Params } from './catalogue.ts'
import { toTrigger } from './notifications.rules.ts'
import { en, groupNames, names } from './texts/en.ts'
import { workflowsOf } from './unsubscribe.rules.ts'

const at = '2026-03-02T11:00:00.000Z'
const timeZone = 'Africa/Lagos'
const job = { customerName: 'Ngozi Okafor', customerId: 'cus_1', title: 'Leaking kitchen tap', startAt: at, timeZone }
const visits = { ...job, visits: 10, bookingId: null }
const quote = { customerName: 'Ngozi Okafor', customerId: 'cus_1', title: 'New bathroom', reference: 'OF-2026-000001' }
const disputed = {
  customerName: 'Ngozi Okafor',
  customerId: 'cus_1',
  title: 'Fix the kitchen tap',
  reference: 'BK-2026-000001',
}
const signed = { ...quote, title: 'New kitchen', reference: 'CT-2026-000001' }
const paid = {
  amount: '₦15,000',
  customerName: 'Ngozi Okafor',
  number: 'INV-2026-000001',
  title: 'Leaking kitchen tap',
}
const samples: Params = {
  'offer-requested': { ...quote, city: 'Lekki', urgency: 'FLEXIBLE', respondBy: at, timeZone },
  'offer-viewed': quote,
  'offer-changes-requested': { ...quote, note: 'Cheaper tiles, please.' },
  'offer-accepted': { ...quote, total: '₦1,761,190' },
  'offer-acceptance-undone': quote,
  'offer-declined': { ...quote, reason: 'PRICE_TOO_HIGH', note: null },
  'offer-cancelled': { ...quote, note: null },
  'offer-closed': { ...quote, note: null },
  'offer-expiring': { ...quote, validUntil: at, timeZone },
  'offer-expired': { ...quote, wasSent: true },
  'booking-requested': {
    customerName: 'Ngozi Okafor',
    title: 'Leaking kitchen tap',
    city: 'Lekki',
    startAt: '2026-03-04T13:00:00.000Z',
    timeZone,
    respondBy: '2026-03-03T11:00:00.000Z',
  },
  'request-expiring': { ...job, respondBy: at },
  'booking-expired': { ...job, wasMine: false },
  'booking-confirmed': job,
  'booking-declined': { ...job, note: 'Too dear.' },
  'booking-rescheduled': job,
  'proposal-received': { ...job, times: [at, '2026-03-04T13:00:00.000Z'] },
  'proposal-answered': { ...job, answer: 'DECLINED' },
  'series-accepted': { ...visits, bookingId: 'bkg_1' },
  'series-declined': visits,
  'series-expired': visits,
  'booking-reminder-24h': { ...job, city: 'Lekki' },
  'booking-reminder-2h': { ...job, city: 'Lekki' },
  'booking-cancelled': { ...job, note: null, isContestable: true },
  'no-show-reported': { ...job, note: null },
  'attribution-contested': { ...job, note: 'I was home.' },
  'work-confirmed': { ...job, automatic: true },
  'fix-requested': { ...job, note: 'It still drips.' },
  'job-still-running': job,
  'adjustment-answered': {
    customerName: 'Ngozi Okafor',
    title: 'Leaking kitchen tap',
    answer: 'APPROVED',
    note: null,
  },
  'contract-changes-requested': { ...signed, note: 'Grey taps, please.' },
  'contract-declined': { ...signed, note: 'We found somebody nearer.' },
  'contract-expired': signed,
  'contract-sign-expiring': { ...signed, signBy: at, timeZone },
  'contract-signed': { ...signed, total: '₦300,000' },
  'contract-held': { ...signed, note: null, until: '2026-03-20' },
  'contract-resumed': signed,
  'contract-withdrawn': { ...signed, note: null },
  'contract-terminated': { ...signed, settled: '₦66,000' },
  'termination-proposed': { ...signed, settled: '₦66,000' },
  'termination-contested': { ...signed, note: null },
  'milestone-approved': { ...signed, milestone: 'Old units out', amount: '₦50,000', automatic: false },
  'milestone-changes': { ...signed, milestone: 'Old units out', note: 'The skip is still there.' },
  'change-order-received': { ...signed, changeOrder: 'Rotten joist', amount: '₦40,000' },
  'change-order-answered': { ...signed, changeOrder: 'Rotten joist', answer: 'APPROVED', note: null },
  'dispute-opened': { ...disputed, amount: '₦5,000', respondBy: at, timeZone },
  'dispute-updated': { ...disputed, what: 'PROPOSED', amount: '₦3,000', note: 'Let us meet in the middle.' },
  'dispute-deadline-24h': { ...disputed, what: 'ANSWER', until: at, timeZone },
  'dispute-resolved': { ...disputed, by: 'OPERATOR', amount: '₦2,000', appealUntil: at, timeZone },
  'message-reminder': { authorName: 'Ngozi Okafor', excerpt: 'Bring the long ladder', channelId: 'direct-1' },
  'document-approved': { document: 'passport' },
  'document-rejected': { document: 'passport', fix: 'Take the photo in daylight.', note: '' },
  'document-expiring': { document: 'passport', expiresAt: '4 Mar 2026', daysLeft: 2 },
  'new-sign-in': { device: 'Chrome on Android', at, timeZone },
  'bank-details-changed': { bankName: 'Access Bank', lastDigits: '6789', at, timeZone },
  'password-changed': { at, timeZone },
  'payment-received': { ...paid, tip: '₦500' },
  'payment-rejected': { ...paid, note: 'I never paid this.' },
  'payment-refunded': { ...paid, note: 'The tap leaks again.' },
  'account-suspended': { reason: 'The insurance has run out.', until: at },
  'account-reinstated': {},
  'review-received': { customerName: 'Ngozi Okafor', title: 'Fix the kitchen tap', rating: 5, comment: '' },
  'referral-rewarded': { amount: '₦5,000' },
  'payout-paid': { amount: '₦15,000', bankName: 'Access Bank', lastDigits: '6789' },
  'payout-failed': {
    amount: '₦15,000',
    bankName: 'Access Bank',
    lastDigits: '6789',
    note: 'No such account',
    fix: 'Check the account number.',
  },
  'ticket-replied': { reference: 'SUP-2026-000001', subject: 'My payout', agentName: 'Bisi', excerpt: 'We looked.' },
  'ticket-resolved': { reference: 'SUP-2026-000001', subject: 'My payout', isSilent: true },
  'ticket-waiting': { reference: 'SUP-2026-000001', subject: 'My payout', silentUntil: '2026-03-09T11:00:00.000Z' },
}

const notice = (workflow: keyof Params, isSettled = false) =>
  toTrigger({
    id: 'ntc_1',
    providerId: 'usr_1',
    workflow,
    params: samples[workflow],
    subject: { type: 'booking', id: 'bkg_1' },
    isSettled,
  })

describe('the catalogue', () => {
  it.each(workflowIds)('%s has words for everything it shows, and nothing left blank', (workflow) => {
    const { subject, body, primaryAction, secondaryAction, severity, tags } = notice(workflow)
    for (const text of [subject, body, names[workflow]]) expect(text).toMatch(/\w/)
    expect(`${subject} ${body}`).not.toMatch(/undefined|null|NaN|Invalid/)
    expect(tags).not.toHaveLength(0)
    expect(['high', 'medium', 'low']).toContain(severity)
    expect(Boolean(primaryAction)).toBe(Boolean(catalogue[workflow].primary))
    expect(Boolean(secondaryAction)).toBe(Boolean(catalogue[workflow].secondary))
    expect(Object.keys(en)).toContain(workflow)
  })

  it('says when and where a job is, on the clock of the job', () => {
    expect(notice('booking-requested')).toMatchObject({
      subject: 'New booking request from Ngozi Okafor',
      body: 'Leaking kitchen tap in Lekki, Wed 4 Mar at 14:00. Answer by Tue 3 Mar at 12:00.',
      redirect: { url: '/bookings/bkg_1' },
      primaryAction: { label: 'Review', redirect: { url: '/bookings/bkg_1' } },
      secondaryAction: { label: 'Decline', redirect: { url: '/bookings/bkg_1?action=decline' } },
      data: { type: 'booking', id: 'bkg_1' },
      severity: 'high',
    })
  })

  it('offers to contest only what can be contested', () => {
    expect(notice('booking-cancelled').secondaryAction).toMatchObject({ label: 'Contest' })
    const { subject, ...request } = { subject: { type: 'booking', id: 'bkg_1' } as const, id: 'n', providerId: 'u' }
    const params = { ...samples['booking-cancelled'], isContestable: false }
    const told = toTrigger({ ...request, workflow: 'booking-cancelled', params, subject, isSettled: false })
    expect(told.secondaryAction).toBeUndefined()
  })

  it('shows as done what was settled before it could be told', () => {
    expect(notice('booking-requested', true)).toMatchObject({ isCompleted: true, transactionId: 'ntc_1' })
  })

  it('lets nobody switch off what is critical, or the inbox itself', () => {
    for (const workflow of toInboxWorkflows(names)) {
      expect(workflow.critical).toBe(catalogue[workflow.identifier as keyof Params].severity === 'CRITICAL')
      expect(workflow.always).toEqual(['in_app'])
      expect(workflow.identifier).toMatch(/^[a-z0-9-]+$/)
    }
  })
})

describe('mails that can be stopped', () => {
  it('have a name for each group that can be, and stop nothing that protects somebody', () => {
    const groups = new Set(
      workflowIds.flatMap((id) => (catalogue[id].severity === 'CRITICAL' ? [] : catalogue[id].tags)),
    )
    expect([...groups].filter((group) => groupNames[group] === undefined)).toEqual([])
    for (const group of [...groups, 'digest'])
      for (const id of workflowsOf({ group })) expect([id, catalogue[id].severity]).not.toEqual([id, 'CRITICAL'])
    expect(workflowsOf({ group: 'nonsense' })).toEqual([])
  })

  it('of low importance have no way to a phone, others have', () => {
    for (const { identifier, channels } of toInboxWorkflows(names))
      expect([identifier, channels.push]).toEqual([
        identifier,
        catalogue[identifier as keyof Params].severity === 'LOW' ? undefined : true,
      ])
  })
})
