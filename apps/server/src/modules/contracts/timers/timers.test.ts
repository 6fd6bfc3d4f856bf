import { login } from '@fettle/protocol/accounts/auth'
import { DAY_MS } from '@fettle/protocol/core/durations'
import { createAmendment, holdContract, proposeTermination, sendAmendment } from '@fettle/protocol/contracts/actions'
import { getContractTimeline } from '@fettle/protocol/contracts'
import { signMarketplaceAmendment } from '@fettle/protocol/marketplace/contract-amendments'
import { contestMarketplaceTermination, decideTermination } from '@fettle/protocol/marketplace/contract-terminations'
import { declineContract } from '@fettle/protocol/marketplace/contracts'
import { openMarketplaceDispute, withdrawMarketplaceDispute } from '@fettle/protocol/marketplace/disputes'
import { beforeAll, describe, expect, it } from 'vitest'
import { contractScenarioBetween, signatureOf } from '../../../../testing/fixtures/contract-scenario.ts'
import { PASSWORD } from '../../../../testing/fixtures/accounts.ts'
import {
  createCustomer,
  createProvider,
  marketplace,
  requestBooking,
  type TestProvider,
} from '../../../../testing/fixtures/providers.ts'
import { notificationsOf } from '../../../../testing/fixtures/sent-notifications.ts'
import { setUpTestApp } from '../../../../testing/app/test-app.ts'
import { sql } from '../../../platform/db/db.ts'

const testApp = setUpTestApp()
let ada: TestProvider
beforeAll(async () => {
  ada = await createProvider(testApp)
})

/** Logs in again, since weeks pass. */
async function contracting() {
  const body = { emailOrPhone: ada.email, password: PASSWORD, role: 'PROVIDER' }
  const { token } = await testApp.call(login, { body }, {})
  ada.token = token ?? ''
  const customer = await createCustomer(testApp)
  await requestBooking(testApp, { provider: ada, customer })
  return { customer, ...contractScenarioBetween(testApp, ada, customer) }
}

const pass = (days: number) => testApp.advance(days * DAY_MS)

const eventsOf = async (id: string) =>
  (await testApp.call(getContractTimeline, { params: { id } }, ada)).map(({ event }) => event)

describe('a contract that waits for a signature', () => {
  it('sends reminders five, two and one day before, and expires after fourteen', async () => {
    const { sent, read } = await contracting()
    const { id } = await sent()
    await pass(11.9)
    expect(await notificationsOf(testApp, id)).toEqual([])
    await pass(0.2)
    expect(await notificationsOf(testApp, id)).toEqual(['contract-sign-expiring'])
    await pass(1.8)
    expect((await read(id)).status).toBe('PENDING_SIGNATURES')
    await pass(0.2)
    const { status } = await testApp.db.one<{ status: string }>(sql`select status from contracts where id = ${id}`)
    expect(status).toBe('EXPIRED')
    expect(await notificationsOf(testApp, id)).toEqual(['contract-sign-expiring', 'contract-expired'])
  })

  it('sends no reminders once answered', async () => {
    const { sent } = await contracting()
    const { id } = await sent()
    await testApp.call(declineContract, { params: { id }, body: { reason: 'Too dear for us.' } }, marketplace)
    await pass(15)
    expect(await notificationsOf(testApp, id)).toEqual(['contract-declined'])
  })
})

describe('a submitted milestone without an answer', () => {
  it('sends reminders on the third and sixth day, and is approved after seven', async () => {
    const { active, submit, read } = await contracting()
    const { id } = await active()
    await submit(id, 1)
    const reminders = async () => {
      const { firedTimers } = await testApp.db.one<{ firedTimers: string[] }>(
        sql`select fired_timers as "firedTimers" from contracts where id = ${id}`,
      )
      return firedTimers.length
    }
    await pass(2.9)
    expect(await reminders()).toBe(0)
    await pass(0.2)
    expect(await reminders()).toBe(1)
    await pass(3)
    expect(await reminders()).toBe(2)
    await pass(1)
    expect((await read(id)).milestones[0]).toMatchObject({
      status: 'APPROVED',
      approvedBySystem: true,
      invoiceId: expect.any(String),
    })
    expect(await notificationsOf(testApp, id)).toContain('milestone-approved')
  })

  it('pauses its deadline while the contract is on hold', async () => {
    const { active, submit, read } = await contracting()
    const { id } = await active()
    await submit(id, 1)
    const until = new Date(+testApp.clock.now() + 10 * DAY_MS).toISOString().slice(0, 10)
    await testApp.call(holdContract, { params: { id }, body: { reasonCode: 'WEATHER', until } }, ada)
    await pass(9)
    expect(await read(id)).toMatchObject({ status: 'ON_HOLD', milestones: [{ status: 'SUBMITTED' }, {}, {}] })
    await pass(1)
    const going = await read(id)
    expect(going).toMatchObject({ status: 'ACTIVE', milestones: [{ status: 'SUBMITTED' }, {}, {}] })
    expect(await notificationsOf(testApp, id)).toContain('contract-resumed')
    await pass(7)
    // The session has expired after two idle weeks: read the row.
    const { status } = await testApp.db.one<{ status: string }>(
      sql`select status from contract_milestones where contract_id = ${id} and position = 1`,
    )
    expect(status).toBe('APPROVED')
  })
})

/** A change order that the customer may sign. */
async function changeOrderSent() {
  const { active, prove, read, onBehalf, customer } = await contracting()
  const { id } = await active()
  const body = {
    title: 'More tiles',
    reason: 'OTHER' as const,
    lines: [{ description: 'Tiles', unitAmount: 100 }],
    milestoneChanges: [{ kind: 'ADD' as const, title: 'Tiles', amount: 100 }],
  }
  const [written] = (await testApp.call(createAmendment, { params: { id }, body }, ada)).amendments
  const params = { id, amendmentId: written?.id ?? '' }
  const hash = written?.contentHash ?? ''
  await prove()
  await testApp.call(sendAmendment, { params, body: { signature: signatureOf(hash, 'Ada Obi') } }, ada)
  const signing = { params, body: { signature: signatureOf(hash, 'Chidi Okafor'), onBehalf: onBehalf() } }
  return { id, read, signing, customerId: customer.id }
}

describe('a change order that waits for an answer', () => {
  const stateOf = async (contractId: string) =>
    testApp.db.one(sql`
      select status, expires_at as "expiresAt" from contract_amendments where contract_id = ${contractId}`)

  it('has as much time left after a dispute as before', async () => {
    const { id, customerId } = await changeOrderSent()
    await pass(2)
    const opening = { subject: { type: 'CONTRACT' as const, id }, reasonCode: 'QUALITY' as const }
    const dispute = { ...opening, customerId, statement: 'Half of the tiles are loose, and the rest is crooked.' }
    const opened = await testApp.call(openMarketplaceDispute, { body: dispute }, marketplace)
    await pass(6)
    await testApp.call(withdrawMarketplaceDispute, { params: { id: opened.id }, body: {} }, marketplace)
    const expiresAt = new Date(+testApp.clock.now() + 5 * DAY_MS)
    expect(await stateOf(id)).toEqual({ status: 'PENDING', expiresAt })
    await pass(5)
    expect(await stateOf(id)).toMatchObject({ status: 'EXPIRED' })
  })

  it('has as much time left after a contested proposal to end the contract as before', async () => {
    const { id } = await changeOrderSent()
    await pass(2)
    const effectiveDate = testApp.clock.now().toISOString().slice(0, 10)
    await testApp.call(proposeTermination, { params: { id }, body: { reasonCode: 'MUTUAL', effectiveDate } }, ada)
    await testApp.call(
      contestMarketplaceTermination,
      { params: { id }, body: { note: 'I want it done.' } },
      marketplace,
    )
    await pass(6)
    const body = { outcome: 'ACTIVE' as const, rationale: 'The work is nearly done.' }
    await testApp.call(decideTermination, { params: { id }, body }, marketplace)
    const expiresAt = new Date(+testApp.clock.now() + 5 * DAY_MS)
    expect(await stateOf(id)).toEqual({ status: 'PENDING', expiresAt })
  })
})

describe('after a week without an answer', () => {
  it('a change order expires', async () => {
    const { id, read, signing: late } = await changeOrderSent()
    testApp.clock.advance(7 * DAY_MS + 1)
    const expired = { status: 410, code: 'AMENDMENT_EXPIRED', message: 'This change order has expired.' }
    expect(await testApp.refusal(signMarketplaceAmendment, late, marketplace)).toMatchObject(expired)
    await testApp.deps.jobs.runDue()
    expect(await testApp.refusal(signMarketplaceAmendment, late, marketplace)).toMatchObject(expired)
    expect((await read(id)).amendments[0]).toMatchObject({ status: 'EXPIRED', allowedActions: [] })
    expect(await notificationsOf(testApp, id)).toContain('change-order-answered')
  })

  it('a proposal to end the contract goes to an operator', async () => {
    const { active, read } = await contracting()
    const { id } = await active()
    const effectiveDate = testApp.clock.now().toISOString().slice(0, 10)
    await testApp.call(proposeTermination, { params: { id }, body: { reasonCode: 'MUTUAL', effectiveDate } }, ada)
    await pass(7)
    expect(await read(id)).toMatchObject({ status: 'DISPUTED', termination: { status: 'CONTESTED' } })
    expect(await eventsOf(id)).toContain('contract.termination_contested')
    // Timers fire once.
    await testApp.deps.jobs.runDue()
    expect((await eventsOf(id)).filter((event) => event === 'contract.termination_contested')).toHaveLength(1)
  })
})
