import { holdContract, removeContract, resumeContract } from '@fettle/protocol/contracts/actions'
import { listContracts } from '@fettle/protocol/contracts'
import { getMarketplaceContract, listMarketplaceContracts } from '@fettle/protocol/marketplace/contracts'
import { putCustomer, deleteCustomer } from '@fettle/protocol/marketplace/customers'
import { closeAccount } from '@fettle/protocol/accounts/privacy'
import { describe, expect, it } from 'vitest'
import { createContractScenario } from '../../../testing/fixtures/contract-scenario.ts'
import { marketplace } from '../../../testing/fixtures/providers.ts'
import { countStatements } from '../../../testing/app/count-statements.ts'
import { setUpTestApp } from '../../../testing/app/test-app.ts'
import { sql } from '../../platform/db/db.ts'
import { listAllContracts } from './contracts.service.ts'

const testApp = setUpTestApp()

describe('a contract', () => {
  it('is drafted, signed by both, worked off and completed', async () => {
    const { sent, sign, workOff, read } = await createContractScenario(testApp)
    const waiting = await sent()
    expect(waiting).toMatchObject({
      status: 'PENDING_SIGNATURES',
      signatureStatus: 'PROVIDER_SIGNED',
      currentVersion: 1,
      signBy: '2026-03-16T11:00:00.000Z',
      total: { amount: 300_000, currency: 'NGN' },
    })
    expect(await sign(waiting.id)).toMatchObject({ status: 'ACTIVE', signatureStatus: 'FULLY_SIGNED' })
    await workOff(waiting.id, 1)
    expect((await read(waiting.id)).progress).toMatchObject({ percent: 16, milestones: 3, approved: 1 })
    await workOff(waiting.id, 2)
    await workOff(waiting.id, 3)
    const contract = await read(waiting.id)
    expect(contract).toMatchObject({ status: 'COMPLETED', progress: { percent: 100 }, allowedActions: ['dispute'] })
    expect(contract.milestones.map(({ status, invoiceId }) => [status, typeof invoiceId])).toEqual(
      contract.milestones.map(() => ['APPROVED', 'string']),
    )
  })
})

describe('the progress of a contract', () => {
  it('is an exact percentage', async () => {
    const { active, workOff, read } = await createContractScenario(testApp)
    const milestones = [29_000, 71_000].map((amount) => ({ title: 'Part', amount, dueDate: '2026-03-25' }))
    const { id } = await active({ totalAmount: 100_000, milestones })
    await workOff(id, 1)
    expect((await read(id)).progress).toMatchObject({ percent: 29 })
  })
})

describe('reading a contract', () => {
  it('takes one statement for the contract and its parts, and one more for the provider in a draft', async () => {
    const { draft, read, active } = await createContractScenario(testApp)
    const { id: draftId } = await draft()
    expect(await countStatements(testApp, () => read(draftId))).toBe(2)
    const { id } = await active()
    expect(await countStatements(testApp, () => read(id))).toBe(1)
    const contract = await read(id)
    expect(contract.versions.map(({ number }) => number)).toEqual([1])
    expect(contract.signatures.map(({ party }) => party).sort()).toEqual(['CUSTOMER', 'PROVIDER'])
    expect(contract.milestones).toHaveLength(3)
    expect(contract.reading.readToEndAt).toBe(testApp.clock.now().toISOString())
  })
})

describe('the list of contracts', () => {
  it('has one page of the filter with counts and totals of every status', async () => {
    const { provider, draft, sent, active } = await createContractScenario(testApp, { isNew: true })
    await draft()
    const { id } = await sent()
    await active()
    const reply = await testApp.send(listContracts, { query: { status: 'PENDING_SIGNATURES', limit: 1 } }, provider)
    if (!reply.body.success) throw new Error(reply.body.message)
    expect(reply.body.data.map((row) => [row.id, row.city, row.nextMilestone])).toEqual([[id, 'Surulere', null]])
    expect(reply.body.meta).toMatchObject({
      nextCursor: null,
      total: 1,
      countsByStatus: { DRAFT: 1, PENDING_SIGNATURES: 1, ACTIVE: 1, VOIDED: 0 },
      valueByStatus: { ACTIVE: [{ amount: 300_000, currency: 'NGN' }] },
    })
    const all = await testApp.call(listContracts, { query: { sort: 'updatedAt', q: 'kitch' } }, provider)
    expect(all.map(({ status }) => status)).toEqual(['DRAFT', 'PENDING_SIGNATURES', 'ACTIVE'])
    expect(all[2]?.nextMilestone).toMatchObject({ title: 'Old units out', status: 'PENDING', dueDate: '2026-03-12' })
  })

  it("searches reference, title and the customer's current name", async () => {
    const { provider, customer, draft } = await createContractScenario(testApp, { isNew: true })
    const { id, reference, title } = await draft()
    const found = async (q: string) => {
      const reply = await testApp.send(listContracts, { query: { q } }, provider)
      if (!reply.body.success) throw new Error(reply.body.message)
      return { ids: reply.body.data.map((contract) => contract.id), total: reply.body.meta?.['total'] }
    }
    const only = { ids: [id], total: 1 }
    const pieces = [reference, reference.slice(3), title.toUpperCase(), title.slice(2), 'di oka', 'okafor CHÍDI kit']
    for (const q of pieces) expect(await found(q)).toEqual(only)
    for (const q of ['di_oka', 'okafor chidis', 'okafor bath']) expect(await found(q)).toEqual({ ids: [], total: 0 })
    const body = { name: 'Ngozi Eze' }
    await testApp.call(putCustomer, { params: { externalId: customer.externalId }, body }, marketplace)
    expect(await found('ngozi')).toEqual(only)
    expect(await found('Chidi')).toEqual({ ids: [], total: 0 })
  })

  it('continues from a cursor', async () => {
    const { provider, draft } = await createContractScenario(testApp, { isNew: true })
    const ids = [await draft(), await draft(), await draft()].map(({ id }) => id)
    const seen: string[] = []
    for (let cursor: string | undefined, page = 0; page < 3; page += 1) {
      const query = { limit: 2, ...(cursor !== undefined && { cursor }) }
      const reply = await testApp.send(listContracts, { query }, provider)
      if (!reply.body.success) throw new Error(reply.body.message)
      seen.push(...reply.body.data.map(({ id }) => id))
      cursor = (reply.body.meta as { nextCursor: string | null }).nextCursor ?? undefined
      if (cursor === undefined) break
    }
    expect(seen).toEqual(ids.toReversed())
  })

  it('keeps exact totals during concurrent changes', async () => {
    const { provider, blank, draft, sent, active } = await createContractScenario(testApp, { isNew: true })
    const [first, second] = [await active(), await active()]
    await Promise.all([blank(), draft(), sent()])
    const { id: gone } = await draft()
    await testApp.call(removeContract, { params: { id: gone } }, provider)
    // Concurrent holds and resumes must not deadlock.
    const hold = (id: string) =>
      testApp.call(holdContract, { params: { id }, body: { reasonCode: 'WEATHER' } }, provider)
    const resume = (id: string) => testApp.call(resumeContract, { params: { id }, body: {} }, provider)
    await hold(second.id)
    for (let round = 0; round < 3; round += 1) {
      await Promise.all([hold(first.id), resume(second.id)])
      await Promise.all([resume(first.id), hold(second.id)])
    }
    const counted = await testApp.db.query(sql`
      select status, currency, count(*)::int as count, sum(total)::bigint as value from contracts
      where provider_id = ${provider.id} group by 1, 2 order by 1`)
    const kept = await testApp.db.query(sql`
      select status, currency, count, value from contract_totals
      where provider_id = ${provider.id} and count <> 0 order by 1`)
    expect(kept).toEqual(counted)
    expect(kept).toHaveLength(4)
    const meta = async (query: object) => {
      const reply = await testApp.send(listContracts, { query }, provider)
      return reply.body.success ? reply.body.meta : undefined
    }
    const [all, found] = [await meta({}), await meta({ from: '2020-01-01T00:00:00Z' })]
    expect(found).toMatchObject({ countsByStatus: all?.['countsByStatus'], valueByStatus: all?.['valueByStatus'] })
  })

  it('of the marketplace contains sent contracts of the customer only', async () => {
    const { customer, draft, sent } = await createContractScenario(testApp)
    const written = await draft()
    const { id } = await sent()
    const query = { customerId: customer.id }
    const listed = await testApp.call(listMarketplaceContracts, { query }, marketplace)
    expect(listed.map((row) => row.id)).toEqual([id])
    const refusal = await testApp.refusal(getMarketplaceContract, { params: { id: written.id } }, marketplace)
    expect(refusal).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    const other = { params: { id }, query: { customerId: `cus_${'0'.repeat(26)}` } }
    expect(await testApp.refusal(getMarketplaceContract, other, marketplace)).toMatchObject({ status: 404 })
  })
})

describe('an account that leaves', () => {
  it('must settle signed contracts first, and deletes the rest', async () => {
    const { provider, customer, active, prove } = await createContractScenario(testApp, { isNew: true })
    const { reference } = await active()
    const refused = { status: 409, code: 'ACCOUNT_IN_USE' }
    const params = { id: customer.id }
    const removal = await testApp.refusal(deleteCustomer, { params }, marketplace)
    expect(removal).toMatchObject(refused)
    expect(removal.message).toContain(reference)
    await prove()
    const closing = await testApp.refusal(closeAccount, { body: {} }, provider)
    expect(closing).toMatchObject(refused)
    expect(closing.message).toContain('1 open contract')
    const all = await listAllContracts(testApp.deps, { id: provider.id, name: 'Ada Obi' })
    expect(all).toMatchObject([{ reference, status: 'ACTIVE' }])
    expect(all[0]?.audit.length).toBeGreaterThan(10)
    expect(all[0]?.timeline.length).toBeGreaterThan(2)
  })
})
