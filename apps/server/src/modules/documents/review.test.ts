import {
  approveDocument,
  listDocuments,
  listDocumentsForReview,
  rejectDocument,
  withdrawDocument,
} from '@fettle/protocol/accounts/documents'
import { getProfile } from '@fettle/protocol/accounts/profile'
import { HOUR_MS } from '@fettle/protocol/core/durations'
import { beforeEach, describe, expect, it } from 'vitest'
import { createSignedInAccount, statusesOf } from '../../../testing/fixtures/accounts.ts'
import { marketplace } from '../../../testing/fixtures/providers.ts'
import { documentUploadsOf, type UploadedDocument } from '../../../testing/fixtures/document-uploads.ts'
import { type Caller, setUpTestApp } from '../../../testing/app/test-app.ts'
import { waitForLocks } from '../../../testing/app/wait-for-locks.ts'
import { sql } from '../../platform/db/db.ts'

const testApp = setUpTestApp()
let me: Caller
beforeEach(async () => {
  me = { token: (await createSignedInAccount(testApp)).token }
})

const { upload } = documentUploadsOf(testApp, () => me)
const notificationsOf = async () => {
  const { id } = await testApp.call(getProfile, {}, me)
  const rows = await testApp.db.query<{ workflow: string; params: object }>(
    sql`select workflow, params from notifications where provider_id = ${id} order by id`,
  )
  return rows
}
/** Whether no notification about a document asks for anything any more. */
const isResolved = async (id: string) => {
  const { open } = await testApp.db.one<{ open: number }>(
    sql`select count(*) as open from notifications where subject_id = ${id} and resolved_at is null`,
  )
  return open === 0
}
const levelOf = async () => (await testApp.call(getProfile, {}, me)).verificationLevel

describe('a document review', () => {
  it('lists the longest waiting first, in pages', async () => {
    const first = await upload({ type: 'PASSPORT' })
    testApp.clock.advance(1000)
    const second = await upload({ type: 'SELFIE' })
    const seen: string[] = []
    for (let cursor: string | undefined; ;) {
      const reply = await testApp.send(
        listDocumentsForReview,
        { query: { limit: 1, ...(cursor ? { cursor } : {}) } },
        marketplace,
      )
      if (!reply.body.success) throw new Error('refused')
      seen.push(...reply.body.data.map(({ id }) => id))
      const meta = reply.body.meta as {
        nextCursor: string | null
        total: number
        countsByStatus: Record<string, number>
      }
      expect(meta.total).toBe(meta.countsByStatus.UNDER_REVIEW)
      if (!meta.nextCursor) break
      cursor = meta.nextCursor
    }
    expect(seen.slice(-2)).toEqual([first.id, second.id])
    expect(new Set(seen).size).toBe(seen.length)
    const [listed] = await testApp.call(listDocumentsForReview, { query: { limit: 100 } }, marketplace)
    expect(listed?.provider).toMatchObject({ name: 'Ngozi Eze' })
    expect(listed?.url).toMatch(/^http/)
  })

  it('approves it, which verifies the identity', async () => {
    const front = await upload({ type: 'NATIONAL_ID', side: 'FRONT' })
    const back = await upload({ type: 'NATIONAL_ID', side: 'BACK' })
    const approved = await testApp.call(approveDocument, { params: { id: front.id }, body: {} }, marketplace)
    expect(approved).toMatchObject({ status: 'APPROVED', reviewedAt: expect.any(String), reviewDueAt: null })
    expect(await levelOf()).toBe('PENDING')
    await testApp.call(approveDocument, { params: { id: back.id }, body: {} }, marketplace)
    expect(await levelOf()).toBe('VERIFIED')
    expect(await notificationsOf()).toMatchObject([
      { workflow: 'document-approved', params: { document: 'NATIONAL_ID' } },
      { workflow: 'document-approved' },
    ])
    const { id } = await testApp.call(getProfile, {}, me)
    const events = await testApp.db.query(
      sql`select 1 from events where type = 'provider.verified' and subject_id = ${id}`,
    )
    expect(events).toHaveLength(1)
  })

  it('approves the next passport of a verified provider, who stays verified', async () => {
    for (let passports = 0; passports < 2; passports += 1) {
      const { id } = await upload({ type: 'PASSPORT' })
      await testApp.call(approveDocument, { params: { id }, body: {} }, marketplace)
    }
    expect(await levelOf()).toBe('VERIFIED')
    expect((await testApp.call(listDocuments, {}, me)).map(({ status }) => status)).toEqual(['APPROVED', 'SUPERSEDED'])
    const { id } = await testApp.call(getProfile, {}, me)
    const events = await testApp.db.query<{ type: string }>(
      sql`select type from events where provider_id = ${id} order by seq`,
    )
    expect(events.filter(({ type }) => type === 'provider.verified')).toHaveLength(1)
  })

  it('replaces both sides of a card by one file of it, and the file by both sides', async () => {
    const approve = async (facts: UploadedDocument) => {
      testApp.clock.advance(HOUR_MS)
      const { id } = await upload(facts)
      await testApp.call(approveDocument, { params: { id }, body: {} }, marketplace)
    }
    const cards = async () =>
      (await testApp.call(listDocuments, {}, me))
        .filter(({ type }) => type === 'NATIONAL_ID')
        .map(({ side, status }) => `${side} ${status}`)
    await approve({ type: 'DRIVERS_LICENCE', side: 'FRONT' })
    await approve({ type: 'NATIONAL_ID', side: 'FRONT' })
    await approve({ type: 'NATIONAL_ID', side: 'BACK' })
    await approve({ type: 'NATIONAL_ID', side: 'SINGLE' })
    expect(await cards()).toEqual(['SINGLE APPROVED', 'BACK SUPERSEDED', 'FRONT SUPERSEDED'])
    await approve({ type: 'NATIONAL_ID', side: 'FRONT' })
    expect((await cards()).slice(0, 2)).toEqual(['FRONT APPROVED', 'SINGLE APPROVED'])
    expect(await levelOf()).toBe('VERIFIED')
    await approve({ type: 'NATIONAL_ID', side: 'BACK' })
    expect((await cards()).slice(0, 3)).toEqual(['BACK APPROVED', 'FRONT APPROVED', 'SINGLE SUPERSEDED'])
    expect(await levelOf()).toBe('VERIFIED')
    const [licence] = (await testApp.call(listDocuments, {}, me)).slice(-1)
    expect(licence).toMatchObject({ type: 'DRIVERS_LICENCE', status: 'APPROVED' })
  })

  it('verifies the identity while another document is withdrawn', async () => {
    const front = await upload({ type: 'NATIONAL_ID', side: 'FRONT' })
    const back = await upload({ type: 'NATIONAL_ID', side: 'BACK' })
    const passport = await upload({ type: 'PASSPORT' })
    await testApp.call(approveDocument, { params: { id: front.id }, body: {} }, marketplace)
    const { id } = await testApp.call(getProfile, {}, me)
    const changes = await testApp.db.transaction(async (tx) => {
      await tx.execute(sql`select 1 from profiles where account_id = ${id} for update`)
      const approving = testApp.send(approveDocument, { params: { id: back.id }, body: {} }, marketplace)
      await waitForLocks(testApp)
      const withdrawing = testApp.send(withdrawDocument, { params: { id: passport.id } }, me)
      await waitForLocks(testApp, 2)
      return [approving, withdrawing]
    })
    expect(statusesOf(await Promise.all(changes))).toEqual([200, 200])
    expect(await levelOf()).toBe('VERIFIED')
  })

  it('rejects it with reason, note and advice, and accepts another at once', async () => {
    const { id } = await upload({ type: 'PASSPORT' })
    const body = { code: 'BLURRY', note: 'Page two.' } as const
    const rejected = await testApp.call(rejectDocument, { params: { id }, body }, marketplace)
    expect(rejected).toMatchObject({
      status: 'REJECTED',
      rejection: { ...body, fix: 'Hold the phone still, in good light, until the text is sharp.' },
      allowedActions: ['replace'],
    })
    expect(await notificationsOf()).toMatchObject([{ workflow: 'document-rejected' }])
    expect(await isResolved(id)).toBe(false)
    const better = await upload({ type: 'PASSPORT' })
    expect(better.supersedesId).toBe(id)
    expect(await isResolved(id)).toBe(true)
    await testApp.call(approveDocument, { params: { id: better.id }, body: {} }, marketplace)
    const documents = await testApp.call(listDocuments, {}, me)
    expect(documents.map(({ id, status }) => [id, status])).toEqual([
      [better.id, 'APPROVED'],
      [id, 'SUPERSEDED'],
    ])
  })

  it('happens once', async () => {
    const { id } = await upload({ type: 'PASSPORT' })
    const replies = await Promise.all(
      [1, 2, 3, 4].map(() => testApp.send(approveDocument, { params: { id }, body: {} }, marketplace)),
    )
    expect(statusesOf(replies)).toEqual([200, 409, 409, 409])
  })

  it('needs a reason, a note and an existing document', async () => {
    const { id } = await upload({ type: 'PASSPORT' })
    const reject = (body: object) =>
      testApp.refusal(rejectDocument, { params: { id }, body: body as { code: 'OTHER'; note: string } }, marketplace)
    expect((await reject({ code: 'UGLY', note: 'x' })).issues).toMatchObject([{ field: 'code' }])
    expect((await reject({ code: 'OTHER', note: ' ' })).issues).toMatchObject([{ field: 'note' }])
    const missing = `doc_${'0'.repeat(26)}`
    expect((await testApp.refusal(approveDocument, { params: { id: missing }, body: {} }, marketplace)).status).toBe(
      404,
    )
    expect((await testApp.refusal(approveDocument, { params: { id }, body: {} }, me)).status).toBe(401)
  })
})
