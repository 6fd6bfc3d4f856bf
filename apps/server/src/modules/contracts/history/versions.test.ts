import { editContract } from '@fettle/protocol/contracts/actions'
import { getContractVersion } from '@fettle/protocol/contracts/versions'
import { getContract } from '@fettle/protocol/contracts'
import { requestContractChanges, signContract } from '@fettle/protocol/marketplace/contracts'
import { hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createContractScenario, kitchenContract } from '../../../../testing/fixtures/contract-scenario.ts'
import { statusesOf } from '../../../../testing/fixtures/accounts.ts'
import { marketplace } from '../../../../testing/fixtures/providers.ts'
import { setUpTestApp } from '../../../../testing/app/test-app.ts'
import { sql } from '../../../platform/db/db.ts'

const testApp = setUpTestApp()

describe('a contract version', () => {
  it('matches its hash byte for byte', async () => {
    const { provider, sent } = await createContractScenario(testApp)
    const { id, contentHash } = await sent()
    const version = await testApp.call(getContractVersion, { params: { id, number: 1 } }, provider)
    expect(hash('sha256', version.snapshot)).toBe(contentHash)
    expect(JSON.parse(version.snapshot)).toEqual(version.document)
    expect(version).toMatchObject({ contentHash, reason: 'INITIAL', document: { content: { title: 'New kitchen' } } })
    const none = { params: { id, number: 2 } }
    expect(await testApp.refusal(getContractVersion, none, provider)).toMatchObject({ status: 404 })
  })
})

describe('changing a sent contract', () => {
  it('voids its signature, and creates another version when sent', async () => {
    const { sent, edit, send, read, readAsCustomer } = await createContractScenario(testApp)
    const { id, contentHash } = await sent()
    const edited = await edit(id, { exclusions: 'Painting and plastering.' })
    expect(edited).toMatchObject({
      status: 'DRAFT',
      signatureStatus: 'NONE',
      signBy: null,
      signatures: [{ voidedAt: '2026-03-02T11:00:00.000Z', voidReason: 'The contract was changed.' }],
    })
    // The customer still reads the sent version and cannot sign it.
    expect(await readAsCustomer(id)).toMatchObject({ status: 'DRAFT', contentHash, allowedActions: [] })
    await send(id)
    const { versions, signatures } = await read(id)
    expect(versions.map(({ number, reason }) => [number, reason])).toEqual([
      [2, 'CHANGES_REQUESTED'],
      [1, 'INITIAL'],
    ])
    expect(signatures.map(({ versionNumber, voidedAt }) => [versionNumber, voidedAt === null])).toEqual([
      [1, false],
      [2, true],
    ])
  })

  it("at the customer's request voids it too", async () => {
    const { provider, sent, edit } = await createContractScenario(testApp)
    const { id } = await sent()
    const body = { note: 'Grey taps, please.', clauseRefs: ['scopeOfWork'] }
    const returned = await testApp.call(requestContractChanges, { params: { id }, body }, marketplace)
    expect(returned).toMatchObject({ status: 'CHANGES_REQUESTED', signatureStatus: 'NONE', changesRequested: body })
    expect(await testApp.call(getContract, { params: { id } }, provider)).toMatchObject({
      allowedActions: ['edit', 'void'],
      signatures: [{ voidReason: 'The customer asked for changes.' }],
    })
    expect(await edit(id, {})).toMatchObject({ status: 'DRAFT', changesRequested: body })
  })

  it('never changes a frozen version: the database refuses', async () => {
    const { active } = await createContractScenario(testApp)
    const { id } = await active()
    for (const statement of [
      sql`update contract_versions set snapshot = snapshot || ' ' where contract_id = ${id}`,
      sql`update contract_versions set certificate = 'mine' where contract_id = ${id}`,
      sql`update contract_signatures set legal_name = 'Nobody' where contract_id = ${id}`,
    ]) {
      await expect(testApp.db.execute(statement)).rejects.toThrow('never changed')
    }
  })
})

describe('concurrently', () => {
  it('two signatures of the customer count once', async () => {
    const { sent, readToEndAsCustomer, signing, read } = await createContractScenario(testApp)
    const { id } = await sent()
    await readToEndAsCustomer(id)
    const input = await signing(id)
    const replies = await Promise.all([1, 2, 3].map(() => testApp.send(signContract, input, marketplace)))
    expect(statusesOf(replies)).toEqual([200, 200, 200])
    expect((await read(id)).signatures).toHaveLength(2)
  })

  it('either the customer signs or the provider edits', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { provider, sent, readToEndAsCustomer, signing, read } = await createContractScenario(testApp)
      const { id } = await sent()
      await readToEndAsCustomer(id)
      const input = await signing(id)
      const content = { totalAmount: kitchenContract.totalAmount + 1 }
      const [signed, edited] = await Promise.all([
        testApp.send(signContract, input, marketplace),
        testApp.send(editContract, { params: { id }, body: { content } }, provider),
      ])
      expect(statusesOf([signed, edited])).toEqual([200, 409])
      const { status, total } = await read(id)
      expect([status, total.amount]).toEqual(signed.status === 200 ? ['ACTIVE', 300_000] : ['DRAFT', 300_001])
    }
  })
})
