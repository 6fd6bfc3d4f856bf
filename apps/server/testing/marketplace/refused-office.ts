import type { CallInput } from '@fettle/protocol'
import * as documents from '@fettle/protocol/documents'
import * as disputes from '@fettle/protocol/marketplace-disputes'
import * as payments from '@fettle/protocol/payments'
import * as payouts from '@fettle/protocol/payouts'
import * as simulator from '@fettle/protocol/simulator'
import { sql } from '../../src/platform/db/db.ts'
import { statement } from '../disputes.ts'
import { asFile, pdf } from '../files.ts'
import { createProvider, marketplace, onBehalf } from '../people.ts'
import type { Town } from '../town.ts'
import { contractWithTermination } from './agreements.ts'
import { bookingInStatus } from './bookings.ts'
import { issuedInvoice, reportedDirectPayment, requestedPayout } from './money.ts'
import { disputeInState, uploadedPassport, disputeWithSettlementProposal } from './office.ts'
import { refusalCase, type RefusalCase } from './walk.ts'

const DAY = 86_400_000

/** The customer took their dispute back. */
async function closedDispute(town: Town) {
  const { about } = await disputeInState(town, 'negotiating')
  await town.call(disputes.withdrawMarketplaceDispute, { ...about, body: {} }, marketplace)
  return about
}
/** A proposal of the customer's own. */
async function ownProposal(town: Town) {
  const { id, proposeBack } = await disputeInState(town, 'negotiating')
  const { proposals } = await proposeBack(id, 100_000)
  return { id, proposalId: proposals.at(-1)?.id ?? '' }
}
/** A proposal of the provider's that they thought better of. */
async function replaced(town: Town) {
  const { id, propose } = await disputeInState(town, 'negotiating')
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
): { body: DisputeInput } => ({ body: { customerId, subject: { type, id }, reasonCode, statement } })
const equalSplit = { amountToProvider: 700_000, note: 'Half of it.' }

/** Nobody plays the customers. */
const onMissingSimulator = (body: object, params?: object) => async (town: Town) => {
  await town.db.execute(sql`update simulator set seen_at = null where is_one`)
  return { ...(params && { params }), body }
}

export const operatorRefusals: RefusalCase[] = [
  refusalCase(disputes.openMarketplaceDispute, 'INVALID_TRANSITION', async (town) => {
    const { id, customerId } = await bookingInStatus(town)
    return onDisputeInState(id, customerId)
  }),
  refusalCase(disputes.openMarketplaceDispute, 'DISPUTE_EXISTS', async (town) => {
    const { about, customerId } = await reportedDirectPayment(town)
    const { id } = about.params
    await town.call(payments.confirmPayment, { ...about, body: {} }, marketplace)
    const opening = onDisputeInState(id, customerId, 'PAYMENT', 'NON_PAYMENT')
    await town.call(disputes.openMarketplaceDispute, opening, marketplace)
    return opening
  }),
  refusalCase(disputes.openMarketplaceDispute, 'TERMINATION_PENDING', async (town) => {
    const { id, customerId } = await contractWithTermination(town)
    return onDisputeInState(id, customerId, 'CONTRACT')
  }),
  refusalCase(disputes.addMarketplaceDisputeEvidence, 'INVALID_TRANSITION', async (town) => ({
    ...(await closedDispute(town)),
    ...evidence(),
  })),
  refusalCase(disputes.addMarketplaceDisputeEvidence, 'EVIDENCE_LIMIT', async (town) => {
    const { about, id } = await disputeInState(town, 'negotiating')
    await town.db.execute(sql`
      insert into dispute_evidence (id, dispute_id, side, file_id, at)
      select ${`evd_${id}_`} || n, ${id}, 'CUSTOMER', 'fil_' || n, now() from generate_series(1, 20) n`)
    return { ...about, ...evidence() }
  }),
  refusalCase(disputes.proposeMarketplaceSettlement, 'INVALID_TRANSITION', async (town) => ({
    ...(await closedDispute(town)),
    body: equalSplit,
  })),
  refusalCase(disputes.proposeMarketplaceSettlement, 'PROPOSAL_LIMIT', async (town) => {
    const { about, id, proposeBack } = await disputeInState(town, 'negotiating')
    for (const amount of [100_000, 200_000, 300_000]) await proposeBack(id, amount)
    return { ...about, body: equalSplit }
  }),
  refusalCase(disputes.acceptMarketplaceSettlement, 'INVALID_TRANSITION', async (town) => ({
    params: await ownProposal(town),
    body: { onBehalf },
  })),
  refusalCase(disputes.declineMarketplaceSettlement, 'INVALID_TRANSITION', async (town) => ({
    params: await ownProposal(town),
    body: {},
  })),
  refusalCase(disputes.declineMarketplaceSettlement, 'PROPOSAL_CLOSED', async (town) => ({
    params: await replaced(town),
    body: {},
  })),
  refusalCase(disputes.withdrawMarketplaceDispute, 'INVALID_TRANSITION', async (town) => {
    const { params } = await disputeWithSettlementProposal(town)
    await town.call(disputes.acceptMarketplaceSettlement, { params, body: { onBehalf } }, marketplace)
    return { params: { id: params.id }, body: {} }
  }),
  refusalCase(disputes.appealMarketplaceDispute, 'INVALID_TRANSITION', async (town) => ({
    ...(await disputeInState(town, 'negotiating')).about,
    body: { note: 'That is not how it was.' },
  })),
  refusalCase(disputes.appealMarketplaceDispute, 'APPEAL_CLOSED', async (town) => {
    const { about, id, decide } = await disputeInState(town, 'reviewed')
    await decide(id, { amountToProvider: 100_000 })
    town.clock.advance(7 * DAY)
    return { ...about, body: { note: 'That is not how it was.' } }
  }),
  refusalCase(disputes.assignDispute, 'INVALID_TRANSITION', async (town) => ({
    ...(await closedDispute(town)),
    body: { assignee: 'Bola' },
  })),

  refusalCase(documents.rejectDocument, 'INVALID_TRANSITION', async (town) => {
    const { about } = await uploadedPassport(town)
    await town.call(documents.approveDocument, { ...about, body: {} }, marketplace)
    return { ...about, body: { code: 'UNREADABLE', note: 'It is blurred.' } }
  }),
  refusalCase(payments.recordMarketplacePayment, 'INVALID_TRANSITION', async (town) => {
    const { invoiceId } = await issuedInvoice(town)
    const body = { invoiceId, amount: 1_500_000 }
    await town.call(payments.recordMarketplacePayment, { body }, marketplace)
    return { body }
  }),
  refusalCase(payments.confirmPayment, 'INVALID_TRANSITION', async (town) => {
    const { about } = await reportedDirectPayment(town)
    await town.call(payments.rejectPayment, { ...about, body: { reason: 'I never paid this.' } }, marketplace)
    return { ...about, body: {} }
  }),
  refusalCase(payouts.returnPayout, 'INVALID_TRANSITION', async (town) => ({
    ...(await requestedPayout(town)),
    body: { code: 'BANK_REJECTED' },
  })),

  refusalCase(simulator.seedSimulator, 'SIMULATOR_AWAY', onMissingSimulator({ seed: 'Accra' })),
  refusalCase(simulator.startSimulator, 'SIMULATOR_AWAY', onMissingSimulator({ speed: 1 })),
  refusalCase(simulator.stopSimulator, 'SIMULATOR_AWAY', onMissingSimulator({})),
  refusalCase(simulator.stepSimulator, 'SIMULATOR_AWAY', onMissingSimulator({})),
  refusalCase(simulator.resetSimulator, 'SIMULATOR_AWAY', onMissingSimulator({})),
  refusalCase(simulator.runScenario, 'SIMULATOR_AWAY', async (town) =>
    onMissingSimulator({ providerId: (await createProvider(town)).id }, { name: 'RIVALS' })(town),
  ),
]
