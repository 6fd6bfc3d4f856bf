import { describe, expect, it } from 'vitest'
import { setUpTestApp } from '../../../testing/app/test-app.ts'

const testApp = setUpTestApp()

/** Every call documented for marketplaces, except the simulator's. */
const promised = `
  PUT customers/:externalId
  GET PATCH DELETE customers/:id
  PUT customers/:id/presence
  GET providers
  GET providers/:id
  GET providers/:id/slots
  GET providers/suspended
  GET providers/:id/audit
  POST providers/:id/suspend
  POST providers/:id/reinstate
  GET POST bookings
  GET PATCH bookings/:id
  POST bookings/:id/accept
  POST bookings/:id/decline
  POST bookings/:id/cancel
  POST bookings/:id/confirm
  POST bookings/:id/request-fix
  POST bookings/:id/report-no-show
  POST bookings/:id/contest-no-show
  POST bookings/:id/contest-cancellation
  POST bookings/:id/reschedule-proposals
  POST bookings/:id/reschedule-proposals/:proposalId/accept
  POST bookings/:id/reschedule-proposals/:proposalId/decline
  POST bookings/:id/reschedule-proposals/:proposalId/withdraw
  POST bookings/:id/price-adjustments/:adjustmentId/approve
  POST bookings/:id/price-adjustments/:adjustmentId/decline
  POST bookings/:id/photos
  POST offer-requests
  POST offer-requests/:id/close
  GET offers/:id
  POST offers/:id/view
  POST offers/:id/request-changes
  POST offers/:id/accept
  POST offers/:id/decline
  POST offers/:id/undo-acceptance
  GET contracts/:id
  GET contracts/:id/pdf
  POST contracts/:id/view
  POST contracts/:id/sign
  POST contracts/:id/request-changes
  POST contracts/:id/decline
  POST contracts/:id/hold
  POST contracts/:id/resume
  POST contracts/:id/withdraw
  POST contracts/:id/amendments
  POST contracts/:id/amendments/:amendmentId/sign
  POST contracts/:id/amendments/:amendmentId/decline
  POST contracts/:id/milestones/:milestoneId/approve
  POST contracts/:id/milestones/:milestoneId/request-changes
  POST contracts/:id/termination
  POST contracts/:id/termination/accept
  POST contracts/:id/termination/contest
  POST disputes
  POST disputes/:id/respond
  POST disputes/:id/evidence
  POST disputes/:id/proposals
  POST disputes/:id/proposals/:proposalId/accept
  POST disputes/:id/withdraw
  POST disputes/:id/assign
  POST disputes/:id/decide
  GET invoices/:id
  POST payments
  POST payments/:id/confirm
  POST payments/:id/reject
  POST payments/:id/refund
  GET payouts
  GET payouts/export.csv
  POST payouts/:id/processing
  POST payouts/:id/paid
  POST payouts/:id/failed
  POST payouts/:id/returned
  POST channels
  GET POST channels/:id/messages
  POST channels/:id/typing
  POST channels/:id/read
  POST reviews
  POST reviews/:id/hide
  POST reviews/:id/restore
  GET documents
  POST documents/:id/approve
  POST documents/:id/reject
  GET tickets
  POST tickets/:id/messages
  POST tickets/:id/hold
  POST tickets/:id/resolve
  GET POST faqs
  PATCH DELETE faqs/:id
  GET PATCH settings
  GET POST webhook-endpoints
  GET PATCH DELETE webhook-endpoints/:id
  POST webhook-endpoints/:id/test
  POST webhook-endpoints/:id/rotate-secret
  POST webhook-endpoints/:id/enable
  GET webhook-endpoints/:id/deliveries
  POST deliveries/:id/redeliver
  GET events
`
const calls = promised
  .trim()
  .split('\n')
  .flatMap((line) => {
    const [, methods = '', path = ''] = /^\s*([A-Z ]+) (\S+)$/.exec(line) ?? []
    return methods.split(' ').map((method) => `${method} /v2/marketplace/${path}`)
  })

/** The call without parameter names. */
const shapeOf = (call: string) => call.replace(/:\w+/g, ':')

describe('the marketplace API', () => {
  it('contains every documented call', () => {
    const served = new Set(testApp.app.operations.map(({ method, path }) => shapeOf(`${method} ${path}`)))
    const missing = calls.filter((call) => !served.has(shapeOf(call)))
    expect(missing).toEqual([])
  })

  it('declares a scope for every call', () => {
    const own = testApp.app.operations.filter(({ path }) => path.startsWith('/v2/marketplace/'))
    expect(own.filter(({ audience, scope }) => audience !== 'marketplace' || scope === undefined)).toEqual([])
  })
})
