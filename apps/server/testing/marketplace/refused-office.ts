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
import { toEnd } from './agreements.ts'
import { job } from './bookings.ts'
import { charged, paidDirectly, payout } from './money.ts'
import { disputed, passport, settling } from './office.ts'
import { refused, type Refused } from './walk.ts'

const DAY = 86_400_000

/** The customer took their dispute back. */
async function over(town: Town) {
  const { about } = await disputed(town, 'negotiating')
  await town.call(disputes.withdrawMarketplaceDispute, { ...about, body: {} }, marketplace)
  return about
}
/** A proposal of the customer's own. */
async function ownProposal(town: Town) {
  const { id, proposeBack } = await disputed(town, 'negotiating')
  const { proposals } = await proposeBack(id, 100_000)
  return { id, proposalId: proposals.at(-1)?.id ?? '' }
}
/** A proposal of the provider's that they thought better of. */
async function replaced(town: Town) {
  const { id, propose } = await disputed(town, 'negotiating')
  const { proposals } = await propose(id, 500_000)
  await propose(id, 600_000)
  return { id, proposalId: proposals.at(-1)?.id ?? '' }
}
const evidence = () => ({ body: {}, file: asFile(pdf(), 'drip.pdf') })
type Opening = CallInput<typeof disputes.openMarketplaceDispute>['body']
const quarrel = (
  id: string,
  customerId: string,
  type: Opening['subject']['type'] = 'BOOKING',
  reasonCode: Opening['reasonCode'] = 'QUALITY',
): { body: Opening } => ({ body: { customerId, subject: { type, id }, reasonCode, statement } })
const halves = { amountToProvider: 700_000, note: 'Half of it.' }

/** Nobody plays the customers. */
const away = (body: object, params?: object) => async (town: Town) => {
  await town.db.execute(sql`update simulator set seen_at = null where is_one`)
  return { ...(params && { params }), body }
}

export const refusedOffice: Refused[] = [
  refused(disputes.openMarketplaceDispute, 'INVALID_TRANSITION', async (town) => {
    const { id, customerId } = await job(town)
    return quarrel(id, customerId)
  }),
  refused(disputes.openMarketplaceDispute, 'DISPUTE_EXISTS', async (town) => {
    const { about, customerId } = await paidDirectly(town)
    const { id } = about.params
    await town.call(payments.confirmPayment, { ...about, body: {} }, marketplace)
    const opening = quarrel(id, customerId, 'PAYMENT', 'NON_PAYMENT')
    await town.call(disputes.openMarketplaceDispute, opening, marketplace)
    return opening
  }),
  refused(disputes.openMarketplaceDispute, 'TERMINATION_PENDING', async (town) => {
    const { id, customerId } = await toEnd(town)
    return quarrel(id, customerId, 'CONTRACT')
  }),
  refused(disputes.addMarketplaceDisputeEvidence, 'INVALID_TRANSITION', async (town) => ({
    ...(await over(town)),
    ...evidence(),
  })),
  refused(disputes.addMarketplaceDisputeEvidence, 'EVIDENCE_LIMIT', async (town) => {
    const { about, id } = await disputed(town, 'negotiating')
    await town.db.execute(sql`
      insert into dispute_evidence (id, dispute_id, side, file_id, at)
      select ${`evd_${id}_`} || n, ${id}, 'CUSTOMER', 'fil_' || n, now() from generate_series(1, 20) n`)
    return { ...about, ...evidence() }
  }),
  refused(disputes.proposeMarketplaceSettlement, 'INVALID_TRANSITION', async (town) => ({
    ...(await over(town)),
    body: halves,
  })),
  refused(disputes.proposeMarketplaceSettlement, 'PROPOSAL_LIMIT', async (town) => {
    const { about, id, proposeBack } = await disputed(town, 'negotiating')
    for (const amount of [100_000, 200_000, 300_000]) await proposeBack(id, amount)
    return { ...about, body: halves }
  }),
  refused(disputes.acceptMarketplaceSettlement, 'INVALID_TRANSITION', async (town) => ({
    params: await ownProposal(town),
    body: { onBehalf },
  })),
  refused(disputes.declineMarketplaceSettlement, 'INVALID_TRANSITION', async (town) => ({
    params: await ownProposal(town),
    body: {},
  })),
  refused(disputes.declineMarketplaceSettlement, 'PROPOSAL_CLOSED', async (town) => ({
    params: await replaced(town),
    body: {},
  })),
  refused(disputes.withdrawMarketplaceDispute, 'INVALID_TRANSITION', async (town) => {
    const { params } = await settling(town)
    await town.call(disputes.acceptMarketplaceSettlement, { params, body: { onBehalf } }, marketplace)
    return { params: { id: params.id }, body: {} }
  }),
  refused(disputes.appealMarketplaceDispute, 'INVALID_TRANSITION', async (town) => ({
    ...(await disputed(town, 'negotiating')).about,
    body: { note: 'That is not how it was.' },
  })),
  refused(disputes.appealMarketplaceDispute, 'APPEAL_CLOSED', async (town) => {
    const { about, id, decide } = await disputed(town, 'reviewed')
    await decide(id, { amountToProvider: 100_000 })
    town.clock.advance(7 * DAY)
    return { ...about, body: { note: 'That is not how it was.' } }
  }),
  refused(disputes.assignDispute, 'INVALID_TRANSITION', async (town) => ({
    ...(await over(town)),
    body: { assignee: 'Bola' },
  })),

  refused(documents.rejectDocument, 'INVALID_TRANSITION', async (town) => {
    const { about } = await passport(town)
    await town.call(documents.approveDocument, { ...about, body: {} }, marketplace)
    return { ...about, body: { code: 'UNREADABLE', note: 'It is blurred.' } }
  }),
  refused(payments.recordMarketplacePayment, 'INVALID_TRANSITION', async (town) => {
    const { invoiceId } = await charged(town)
    const body = { invoiceId, amount: 1_500_000 }
    await town.call(payments.recordMarketplacePayment, { body }, marketplace)
    return { body }
  }),
  refused(payments.confirmPayment, 'INVALID_TRANSITION', async (town) => {
    const { about } = await paidDirectly(town)
    await town.call(payments.rejectPayment, { ...about, body: { reason: 'I never paid this.' } }, marketplace)
    return { ...about, body: {} }
  }),
  refused(payouts.returnPayout, 'INVALID_TRANSITION', async (town) => ({
    ...(await payout(town)),
    body: { code: 'BANK_REJECTED' },
  })),

  refused(simulator.seedSimulator, 'SIMULATOR_AWAY', away({ seed: 'Accra' })),
  refused(simulator.startSimulator, 'SIMULATOR_AWAY', away({ speed: 1 })),
  refused(simulator.stopSimulator, 'SIMULATOR_AWAY', away({})),
  refused(simulator.stepSimulator, 'SIMULATOR_AWAY', away({})),
  refused(simulator.resetSimulator, 'SIMULATOR_AWAY', away({})),
  refused(simulator.runScenario, 'SIMULATOR_AWAY', async (town) =>
    away({ providerId: (await createProvider(town)).id }, { name: 'RIVALS' })(town),
  ),
]
