import { voidContract } from '@fettle/protocol/contracts/actions'
import { getContractAudit, verifyContractAudit } from '@fettle/protocol/contracts/audit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createContractScenario } from '../../../../testing/fixtures/contract-scenario.ts'
import { setUpTestApp } from '../../../../testing/app/test-app.ts'
import { sql } from '../../../platform/db/db.ts'
import { chain, GENESIS, verify, type AuditLink } from './audit.rules.ts'

const testApp = setUpTestApp()

describe('the audit trail', () => {
  it('records every step, each entry chained to the previous one', async () => {
    const { provider, active, workOff } = await createContractScenario(testApp)
    const { id } = await active({
      totalAmount: 300_000,
      milestones: [{ title: 'All of it', amount: 300_000 }],
    })
    await workOff(id, 1)
    const entries = await testApp.call(getContractAudit, { params: { id } }, provider)
    expect(entries.map(({ event }) => event)).toEqual([
      'CREATED',
      'OPENED',
      'READ_TO_END',
      'VERSION_CREATED',
      'STEP_UP_PASSED',
      'CONSENT_GIVEN',
      'SIGNED',
      'SENT',
      'OPENED',
      'READ_TO_END',
      'STEP_UP_PASSED',
      'CONSENT_GIVEN',
      'SIGNED',
      'ACTIVATED',
      'MILESTONE_STARTED',
      'MILESTONE_SUBMITTED',
      'MILESTONE_APPROVED',
      'COMPLETED',
    ])
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1))
    expect(entries[0]?.prevHash).toBe('0'.repeat(64))
    for (const [index, { prevHash }] of entries.slice(1).entries()) expect(prevHash).toBe(entries[index]?.entryHash)
    expect(entries[12]).toMatchObject({
      actor: { type: 'CUSTOMER', name: 'Chidi Okafor' },
      ip: '203.0.113.7',
      userAgent: 'Firefox on Android',
      data: { party: 'CUSTOMER', legalName: 'Chidi Okafor', versionNumber: 1 },
    })
    expect(entries.at(-1)?.actor).toEqual({ type: 'SYSTEM', id: null, name: 'Fettle' })
    expect(await testApp.call(verifyContractAudit, { params: { id } }, provider)).toEqual({
      valid: true,
      entries: entries.length,
      headHash: entries.at(-1)?.entryHash,
    })
  })

  it('cannot be changed or truncated: the database refuses, and the check detects it', async () => {
    const { provider, sent } = await createContractScenario(testApp)
    const { id } = await sent()
    await testApp.call(voidContract, { params: { id }, body: { reason: 'Not needed.' } }, provider)
    const touch = sql`update contract_audit set entry = replace(entry, 'PROVIDER', 'CUSTOMER') where contract_id = ${id} and seq = 5`
    const cut = sql`delete from contract_audit where contract_id = ${id} and seq = 10`
    await expect(testApp.db.execute(touch)).rejects.toThrow('never changed')
    await expect(testApp.db.execute(cut)).rejects.toThrow('never changed')
    const check = () => testApp.call(verifyContractAudit, { params: { id } }, provider)
    const executeWithoutTriggers = (statement: ReturnType<typeof sql>) =>
      testApp.db.transaction(async (tx) => {
        await tx.execute(sql`set local session_replication_role = replica`)
        await tx.execute(statement)
      })
    await executeWithoutTriggers(cut)
    expect(await check()).toMatchObject({ valid: false, entries: 9, brokenAtSeq: 10 })
    await executeWithoutTriggers(touch)
    expect(await check()).toMatchObject({ valid: false, brokenAtSeq: 5 })
    await executeWithoutTriggers(
      sql`update contract_audit set entry = left(entry, 20) where contract_id = ${id} and seq = 2`,
    )
    expect(await check()).toMatchObject({ valid: false, brokenAtSeq: 2 })
    // The readable part is shown anyway.
    expect((await testApp.call(getContractAudit, { params: { id } }, provider)).map(({ seq }) => seq)).not.toContain(2)
  })

  it('orders concurrent entries', async () => {
    const { provider, active, readToEnd } = await createContractScenario(testApp)
    const { id, contentHash } = await active()
    await Promise.all(Array.from({ length: 8 }, () => readToEnd(id, contentHash)))
    expect(await testApp.call(verifyContractAudit, { params: { id } }, provider)).toMatchObject({ valid: true })
  })
})

const trail = (length: number): AuditLink[] => {
  const links: AuditLink[] = []
  for (let seq = 1; seq <= length; seq += 1) {
    const prevHash = links.at(-1)?.entryHash ?? GENESIS
    links.push(
      chain({
        seq,
        at: '2026-03-02T11:00:00.000Z',
        actor: { type: 'PROVIDER', id: 'usr_1', name: 'Ada Obi' },
        event: 'OPENED',
        ip: null,
        userAgent: 'Firefox',
        contentHash: null,
        data: { seq },
        prevHash,
      }),
    )
  }
  return links
}

const flipped = (text: string, byteIndex: number, bit: number): string => {
  const bytes = Buffer.from(text)
  bytes[byteIndex % bytes.length] = (bytes[byteIndex % bytes.length] ?? 0) ^ (1 << bit)
  return bytes.toString('latin1')
}

describe('verifying a trail', () => {
  const links = trail(12)
  const end = { seq: 12, head: links.at(-1)?.entryHash ?? '' }

  it('accepts what was written', () => {
    expect(verify(links, end)).toEqual({ valid: true, entries: 12, headHash: end.head })
    expect(verify([], { seq: 0, head: GENESIS })).toMatchObject({ valid: true, entries: 0 })
  })

  it('names the entry with a flipped bit', () => {
    fc.assert(
      fc.property(fc.nat(11), fc.boolean(), fc.nat(4000), fc.nat(6), (index, inHash, byteIndex, bit) => {
        const broken = links.map((link, at) => {
          if (at !== index) return link
          return inHash
            ? { ...link, entryHash: flipped(link.entryHash, byteIndex, bit) }
            : { ...link, entry: flipped(link.entry, byteIndex, bit) }
        })
        expect(verify(broken, end)).toMatchObject({ valid: false, brokenAtSeq: index + 1 })
      }),
      { numRuns: 500 },
    )
  })

  it('names the first entry that is missing, misplaced or rewritten', () => {
    fc.assert(
      fc.property(fc.nat(11), (index) => {
        expect(verify(links.toSpliced(index, 1), end)).toMatchObject({ valid: false, brokenAtSeq: index + 1 })
      }),
    )
    const swapped = [...links]
    ;[swapped[3], swapped[4]] = [links[4] as AuditLink, links[3] as AuditLink]
    expect(verify(swapped, end)).toMatchObject({ valid: false, brokenAtSeq: 4 })
    // A rewritten tail is a valid chain again, with another end hash.
    const rewritten = [...links.slice(0, 11), chain({ ...JSON.parse(links[11]?.entry ?? '{}'), event: 'DECLINED' })]
    expect(verify(rewritten, end)).toMatchObject({ valid: false, brokenAtSeq: 12 })
  })
})
