import { describe, expect, it } from 'vitest'
import { notificationFixtures as samples } from '../../../testing/fixtures/notifications.fixture.ts'
import { catalogue, toInboxWorkflows, workflowIds, type NotificationSubject, type WorkflowId } from './catalogue.ts'
import type { ButtonId, NotificationSeverity } from './kinds/kind.ts'
import { toTrigger } from './notifications.rules.ts'

/** A kind of notification: severity, first button and where it leads, second button, if something is left to do. */
type Row = [WorkflowId, NotificationSeverity, primary: ButtonId, path: string, secondary: ButtonId | null]

const table: Row[] = [
  ['booking-requested', 'HIGH', 'REVIEW', '/bookings/', 'DECLINE'],
  ['request-expiring', 'HIGH', 'REVIEW', '/bookings/', 'DECLINE'],
  ['booking-confirmed', 'HIGH', 'OPEN', '/bookings/', 'MESSAGE'],
  ['booking-rescheduled', 'HIGH', 'OPEN', '/bookings/', 'MESSAGE'],
  ['proposal-received', 'HIGH', 'OPEN', '/bookings/', 'MESSAGE'],
  ['booking-reminder-24h', 'MEDIUM', 'OPEN', '/bookings/', null],
  ['booking-reminder-2h', 'HIGH', 'OPEN', '/bookings/', 'START_TRAVEL'],
  ['booking-cancelled', 'CRITICAL', 'OPEN', '/bookings/', 'CONTEST'],
  ['no-show-reported', 'CRITICAL', 'OPEN', '/bookings/', 'CONTEST'],
  ['work-confirmed', 'HIGH', 'OPEN', '/bookings/', null],
  ['fix-requested', 'HIGH', 'OPEN', '/bookings/', null],
  ['adjustment-answered', 'HIGH', 'OPEN', '/bookings/', null],
  ['offer-requested', 'HIGH', 'OPEN', '/offers/', null],
  ['offer-viewed', 'LOW', 'OPEN', '/offers/', null],
  ['offer-changes-requested', 'HIGH', 'OPEN', '/offers/', null],
  ['offer-accepted', 'HIGH', 'OPEN', '/offers/', 'MESSAGE'],
  ['offer-declined', 'MEDIUM', 'OPEN', '/offers/', null],
  ['offer-expiring', 'MEDIUM', 'OPEN', '/offers/', 'EXTEND'],
  ['offer-expired', 'LOW', 'OPEN', '/offers/', 'EXTEND'],
  ['contract-changes-requested', 'HIGH', 'OPEN', '/contracts/', 'DOWNLOAD_PDF'],
  ['contract-signed', 'HIGH', 'OPEN', '/contracts/', 'DOWNLOAD_PDF'],
  ['contract-sign-expiring', 'HIGH', 'OPEN', '/contracts/', 'DOWNLOAD_PDF'],
  ['milestone-approved', 'HIGH', 'OPEN', '/contracts/', null],
  ['milestone-changes', 'HIGH', 'OPEN', '/contracts/', null],
  ['change-order-answered', 'HIGH', 'OPEN', '/contracts/', null],
  ['termination-proposed', 'HIGH', 'OPEN', '/contracts/', null],
  ['dispute-opened', 'CRITICAL', 'OPEN', '/support/disputes/', 'ADD_EVIDENCE'],
  ['dispute-deadline-24h', 'CRITICAL', 'OPEN', '/support/disputes/', 'ADD_EVIDENCE'],
  ['dispute-resolved', 'CRITICAL', 'OPEN', '/support/disputes/', null],
  ['payment-received', 'MEDIUM', 'OPEN', '/invoices/', null],
  ['payout-paid', 'MEDIUM', 'OPEN', '/earnings', null],
  ['payout-failed', 'CRITICAL', 'OPEN', '/earnings', 'FIX_BANK_DETAILS'],
  ['document-approved', 'MEDIUM', 'OPEN', '/profile', null],
  ['document-rejected', 'HIGH', 'OPEN', '/profile', 'UPLOAD_AGAIN'],
  ['document-expiring', 'HIGH', 'OPEN', '/profile', 'UPLOAD_AGAIN'],
  ['review-received', 'LOW', 'OPEN', '/reviews', 'REPLY'],
  ['referral-rewarded', 'LOW', 'OPEN', '/profile', null],
  ['ticket-replied', 'HIGH', 'OPEN', '/support/', null],
  ['ticket-resolved', 'MEDIUM', 'OPEN', '/support/', 'REOPEN'],
  ['new-sign-in', 'CRITICAL', 'OPEN', '/profile', 'NOT_ME'],
  ['bank-details-changed', 'CRITICAL', 'OPEN', '/profile', 'NOT_ME'],
  ['password-changed', 'CRITICAL', 'OPEN', '/profile', 'NOT_ME'],
]

/** Kinds whose severity and buttons the product's description leaves open. */
const furtherKinds: WorkflowId[] = [
  'booking-expired',
  'booking-declined',
  'proposal-answered',
  'series-accepted',
  'series-declined',
  'series-expired',
  'series-cancelled',
  'attribution-contested',
  'job-still-running',
  'offer-acceptance-undone',
  'offer-cancelled',
  'offer-closed',
  'contract-declined',
  'contract-expired',
  'contract-held',
  'contract-resumed',
  'contract-withdrawn',
  'contract-terminated',
  'termination-contested',
  'change-order-received',
  'dispute-updated',
  'payment-rejected',
  'payment-refunded',
  'message-reminder',
  'account-suspended',
  'account-reinstated',
  'second-factor-added',
  'second-factor-removed',
  'recovery-code-used',
  'second-factor-reset-requested',
  'ticket-waiting',
]

const subject: NotificationSubject = { type: 'booking', id: 'obj_1' }

function buttonsOf(workflow: WorkflowId) {
  const notification = {
    id: 'ntc_1',
    providerId: 'usr_1',
    workflow,
    params: samples[workflow],
    subject,
    isResolved: false,
  }
  const { redirect, secondaryAction } = toTrigger(notification, 'en')
  return { path: redirect?.url ?? '', secondaryPath: secondaryAction?.redirect?.url }
}

describe('the notification catalogue', () => {
  it.each(table)('has %s as documented', (workflow, severity, primary, path, secondary) => {
    const kind = catalogue[workflow]
    expect([kind.severity, kind.primary.label]).toEqual([severity, primary])
    expect(buttonsOf(workflow).path.startsWith(path)).toBe(true)
    expect(kind.secondary?.label ?? null).toBe(secondary)
  })

  it('contains exactly the documented kinds', () => {
    expect([...table.map(([workflow]) => workflow), ...furtherKinds].sort()).toEqual([...workflowIds].sort())
  })

  it.each(workflowIds)('links within the product: %s', (workflow) => {
    const { path, secondaryPath } = buttonsOf(workflow)
    for (const buttonPath of [path, ...(secondaryPath === undefined ? [] : [secondaryPath])])
      expect(buttonPath).toMatch(/^\/(?!\/)[^\s{}]*$/)
    // Two buttons must not lead to the same address.
    expect(secondaryPath).not.toBe(path)
    expect(catalogue[workflow].tags).toHaveLength(1)
  })

  it('keeps critical kinds and the inbox on', () => {
    for (const workflow of toInboxWorkflows()) {
      const { severity } = catalogue[workflow.identifier as WorkflowId]
      expect(workflow.critical).toBe(severity === 'CRITICAL')
      expect(workflow.always).toEqual(['in_app'])
      expect(workflow.identifier).toMatch(/^[a-z0-9-]+$/)
      expect(workflow.name).toMatch(/\w/)
      // Low severity goes into the daily summary, without push and desktop.
      const way = severity === 'LOW' ? undefined : true
      expect([workflow.channels.push, workflow.channels.desktop]).toEqual([way, way])
    }
  })
})
