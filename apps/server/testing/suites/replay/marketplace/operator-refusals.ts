import type { CallInput } from '@fettle/protocol'
import * as documents from '@fettle/protocol/accounts/documents'
import { DAY_MS } from '@fettle/protocol/core/durations'
import * as disputes from '@fettle/protocol/marketplace/disputes'
import * as payments from '@fettle/protocol/invoices/payments'
import * as payouts from '@fettle/protocol/earnings/payouts'
import * as simulator from '@fettle/protocol/simulator'
import { sql } from '../../../../src/platform/db/db.ts'
import { disputeStatement } from '../../../fixtures/dispute-scenario.ts'
import { asFile, pdf } from '../../../fixtures/files.ts'
import { createProvider, marketplace, actingCustomer } from '../../../fixtures/providers.ts'
import type { TestApp } from '../../../app/test-app.ts'
import { contractWithTermination } from './agreements.ts'
import { bookingInStatus } from './bookings.ts'
import { issuedInvoice, reportedDirectPayment, requestedPayout } from './payments.ts'
import { disputeInState, uploadedPassport, disputeWithSettlementProposal } from './operator.ts'
import { refusalCase, type RefusalCase } from './replay-case.ts'

/** A dispute withdrawn by the customer. */
async function closedDispute(testApp: TestApp) {
  const { about } = await disputeInState(testApp, 'negotiating')
  await testApp.call(disputes.withdrawMarketplaceDispute, { ...about, body: {} }, marketplace)
  return about
}
/** The customer's own proposal. */
async function ownProposal(testApp: TestApp) {
  const { id, proposeBack } = await disputeInState(testApp, 'negotiating')
  const { proposals } = await proposeBack(id, 100_000)
  return { id, proposalId: proposals.at(-1)?.id ?? '' }
}
/** A proposal the provider has replaced. */
async function replaced(testApp: TestApp) {
  const { id, propose } = await disputeInState(testApp, 'negotiating')
  const { proposals } = await propose(id, 500_000)
  await propose(id, 600_000)
  return { id, proposalId: proposals.at(-1)?.id ?? '' }
}
const evidence = () => ({ body: {}, file: asFile(pdf(), 'drip.pdf') })
type DisputeInput = CallInput<typeof disputes.openMarketplaceDispute>['body']
const onDisputeInState = (
  id: string,
  customerId: string,
  type: DisputeInput['subject']['type'] = 'BOOKING',
  reasonCode: DisputeInput['reasonCode'] = 'QUALITY',
): { body: DisputeInput } => ({ body: { customerId, subject: { type, id }, reasonCode, statement: disputeStatement } })
const equalSplit = { amountToProvider: 700_000, note: 'Half of it.' }

/** The simulator is not running. */
const onMissingSimulator = (body: object, params?: object) => async (testApp: TestApp) => {
  await testApp.db.execute(sql`update simulator set seen_at = null where singleton`)
  return { ...(params && { params }), body }
}

export const operatorRefusals: RefusalCase[] = [
  refusalCase(disputes.openMarketplaceDispute, 'INVALID_TRANSITION', async (testApp) => {
    const { id, customerId } = await bookingInStatus(testApp)
    return onDisputeInState(id, customerId)
  }),
  refusalCase(disputes.openMarketplaceDispute, 'DISPUTE_EXISTS', async (testApp) => {
    const { about, customerId } = await reportedDirectPayment(testApp)
    const { id } = about.params
    await testApp.call(payments.confirmPayment, { ...about, body: {} }, marketplace)
    const opening = onDisputeInState(id, customerId, 'PAYMENT', 'NON_PAYMENT')
    await testApp.call(disputes.openMarketplaceDispute, opening, marketplace)
    return opening
  }),
  refusalCase(disputes.openMarketplaceDispute, 'TERMINATION_PENDING', async (testApp) => {
    const { id, customerId } = await contractWithTermination(testApp)
    return onDisputeInState(id, customerId, 'CONTRACT')
  }),
  refusalCase(disputes.addMarketplaceDisputeEvidence, 'INVALID_TRANSITION', async (testApp) => ({
    ...(await closedDispute(testApp)),
    ...evidence(),
  })),
  refusalCase(disputes.addMarketplaceDisputeEvidence, 'EVIDENCE_LIMIT', async (testApp) => {
    const { about, id } = await disputeInState(testApp, 'negotiating')
    await testApp.db.execute(sql`
      insert into dispute_evidence (id, dispute_id, side, file_id, at)
      select ${`evd_${id}_`} || n, ${id}, 'CUSTOMER', 'fil_' || n, now() from generate_series(1, 20) n`)
    return { ...about, ...evidence() }
  }),
  refusalCase(disputes.proposeMarketplaceSettlement, 'INVALID_TRANSITION', async (testApp) => ({
    ...(await closedDispute(testApp)),
    body: equalSplit,
  })),
  refusalCase(disputes.proposeMarketplaceSettlement, 'PROPOSAL_LIMIT', async (testApp) => {
    const { about, id, proposeBack } = await disputeInState(testApp, 'negotiating')
    for (const amount of [100_000, 200_000, 300_000]) await proposeBack(id, amount)
    return { ...about, body: equalSplit }
  }),
  refusalCase(disputes.acceptMarketplaceSettlement, 'INVALID_TRANSITION', async (testApp) => ({
    params: await ownProposal(testApp),
    body: { onBehalf: actingCustomer },
  })),
  refusalCase(disputes.declineMarketplaceSettlement, 'INVALID_TRANSITION', async (testApp) => ({
    params: await ownProposal(testApp),
    body: {},
  })),
  refusalCase(disputes.declineMarketplaceSettlement, 'PROPOSAL_CLOSED', async (testApp) => ({
    params: await replaced(testApp),
    body: {},
  })),
  refusalCase(disputes.withdrawMarketplaceDispute, 'INVALID_TRANSITION', async (testApp) => {
    const { params } = await disputeWithSettlementProposal(testApp)
    await testApp.call(
      disputes.acceptMarketplaceSettlement,
      { params, body: { onBehalf: actingCustomer } },
      marketplace,
    )
    return { params: { id: params.id }, body: {} }
  }),
  refusalCase(disputes.appealMarketplaceDispute, 'INVALID_TRANSITION', async (testApp) => ({
    ...(await disputeInState(testApp, 'negotiating')).about,
    body: { note: 'That is not how it was.' },
  })),
  refusalCase(disputes.appealMarketplaceDispute, 'APPEAL_CLOSED', async (testApp) => {
    const { about, id, decide } = await disputeInState(testApp, 'reviewed')
    await decide(id, { amountToProvider: 100_000 })
    testApp.clock.advance(7 * DAY_MS)
    return { ...about, body: { note: 'That is not how it was.' } }
  }),
  refusalCase(disputes.assignDispute, 'INVALID_TRANSITION', async (testApp) => ({
    ...(await closedDispute(testApp)),
    body: { assignee: 'Bola' },
  })),

  refusalCase(documents.rejectDocument, 'INVALID_TRANSITION', async (testApp) => {
    const { about } = await uploadedPassport(testApp)
    await testApp.call(documents.approveDocument, { ...about, body: {} }, marketplace)
    return { ...about, body: { code: 'UNREADABLE', note: 'It is blurred.' } }
  }),
  refusalCase(payments.recordMarketplacePayment, 'INVALID_TRANSITION', async (testApp) => {
    const { invoiceId } = await issuedInvoice(testApp)
    const body = { invoiceId, amount: 1_500_000 }
    await testApp.call(payments.recordMarketplacePayment, { body }, marketplace)
    return { body }
  }),
  refusalCase(payments.confirmPayment, 'INVALID_TRANSITION', async (testApp) => {
    const { about } = await reportedDirectPayment(testApp)
    await testApp.call(payments.rejectPayment, { ...about, body: { reason: 'I never paid this.' } }, marketplace)
    return { ...about, body: {} }
  }),
  refusalCase(payouts.returnPayout, 'INVALID_TRANSITION', async (testApp) => ({
    ...(await requestedPayout(testApp)),
    body: { code: 'BANK_REJECTED' },
  })),

  refusalCase(simulator.seedSimulator, 'SIMULATOR_AWAY', onMissingSimulator({ seed: 'Accra' })),
  refusalCase(simulator.startSimulator, 'SIMULATOR_AWAY', onMissingSimulator({ speed: 1 })),
  refusalCase(simulator.stopSimulator, 'SIMULATOR_AWAY', onMissingSimulator({})),
  refusalCase(simulator.stepSimulator, 'SIMULATOR_AWAY', onMissingSimulator({})),
  refusalCase(simulator.resetSimulator, 'SIMULATOR_AWAY', onMissingSimulator({})),
  refusalCase(simulator.runScenario, 'SIMULATOR_AWAY', async (testApp) =>
    onMissingSimulator({ providerId: (await createProvider(testApp)).id }, { name: 'RIVALS' })(testApp),
  ),
]
