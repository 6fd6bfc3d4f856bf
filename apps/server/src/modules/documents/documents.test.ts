import {
  approveDocument,
  documentFlow,
  listDocuments,
  rejectDocument,
  withdrawDocument,
} from '@fettle/protocol/accounts/documents'
import { unreachableStates } from '@fettle/protocol'
import { getProfile, saveContactInfo, savePersonalInfo } from '@fettle/protocol/accounts/profile'
import { DAY_MS, HOUR_MS } from '@fettle/protocol/core/durations'
import { getDashboard } from '@fettle/protocol/workspace/dashboard'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { pdf, picture } from '../../../testing/fixtures/files.ts'
import { createSignedInAccount, statusesOf } from '../../../testing/fixtures/accounts.ts'
import { createProvider, marketplace, onboardingAnswers } from '../../../testing/fixtures/providers.ts'
import { anotherPdf, documentUploadsOf, type UploadedDocument } from '../../../testing/fixtures/document-uploads.ts'
import { type Caller, setUpTestApp } from '../../../testing/app/test-app.ts'
import { sql } from '../../platform/db/db.ts'
import { expireDocuments } from './documents.jobs.ts'

const testApp = setUpTestApp()
let me: Caller
beforeEach(async () => {
  me = { token: (await createSignedInAccount(testApp)).token }
})

const { send, upload } = documentUploadsOf(testApp, () => me)
const levelOf = async () => (await testApp.call(getProfile, {}, me)).verificationLevel

describe('a document', () => {
  it('is put under review with a due date', async () => {
    const facts = {
      type: 'PASSPORT',
      documentNumber: 'A0123 4567',
      issuer: 'NIS',
      issuedAt: '2024-01-01',
      expiresAt: '2034-01-01',
    } as const
    const { status, body } = await send(facts, pdf({ pages: 2 }), me, 'Überweisung 🔧.pdf')
    expect(status).toBe(201)
    expect(body).toMatchObject({
      data: {
        id: expect.stringMatching(/^doc_/),
        type: 'PASSPORT',
        side: 'SINGLE',
        fileName: 'Überweisung 🔧.pdf',
        mime: 'application/pdf',
        pages: 2,
        documentNumberLast4: '4567',
        issuer: 'NIS',
        issuedAt: '2024-01-01',
        expiresAt: '2034-01-01',
        status: 'UNDER_REVIEW',
        rejection: null,
        // From Monday noon to Wednesday.
        reviewDueAt: '2026-03-04T11:00:00.000Z',
        allowedActions: ['withdraw'],
        version: 1,
      },
    })
    expect(JSON.stringify(body)).not.toContain('A0123')
    expect(await levelOf()).toBe('PENDING')
    const [listed] = await testApp.call(listDocuments, {}, me)
    const response = await fetch(testApp.url + String(listed?.url))
    expect(response.headers.get('content-type')).toBe('application/pdf')
    testApp.clock.advance(5 * 60_000)
    expect((await fetch(testApp.url + String(listed?.url))).status).toBe(404)
  })

  it('of a card has a front and a back', async () => {
    const photo = await picture(900, 700)
    const refused = await send({ type: 'DRIVERS_LICENCE', side: 'SINGLE' }, photo)
    expect(refused.body).toMatchObject({
      status: 422,
      issues: [{ field: 'side', message: 'Upload the front and the back of this card.' }],
    })
    expect(await upload({ type: 'DRIVERS_LICENCE' }, photo)).toMatchObject({ side: 'FRONT', mime: 'image/jpeg' })
    expect(await upload({ type: 'DRIVERS_LICENCE', side: 'BACK' })).toMatchObject({ side: 'BACK' })
  })

  it.each([
    ['without an end, of insurance', { type: 'INSURANCE_CERTIFICATE' }, 'expiresAt', 'Enter the expiry date.'],
    [
      'that has ended',
      { type: 'PASSPORT', expiresAt: '2026-03-01' },
      'expiresAt',
      'This document has already expired.',
    ],
    ['from the future', { type: 'PASSPORT', issuedAt: '2026-03-03' }, 'issuedAt', 'This date is in the future.'],
    [
      'of an address long left',
      { type: 'PROOF_OF_ADDRESS', issuedAt: '2025-12-01' },
      'issuedAt',
      'Use a document from the last 3 months.',
    ],
    ['of no kind we know', { type: 'LOVE_LETTER' as 'PASSPORT' }, 'type', 'Choose the type of document.'],
  ] as [string, UploadedDocument, string, string][])('%s is refused', async (_, facts, field, message) => {
    expect((await send(facts)).body).toMatchObject({ status: 422, issues: [{ field, message }] })
  })

  it.each([
    ['eleven pages', pdf({ pages: 11 }), 'Use a PDF of at most 10 pages.'],
    ['a password', pdf({ isLocked: true }), 'This PDF is locked. Export it without a password.'],
    [
      'a script',
      pdf({ script: '/OpenAction << /JS (x) >>' }),
      'This PDF contains scripts. Print it to a new PDF and upload that.',
    ],
  ])('with %s is refused', async (_, bytes, message) => {
    expect((await send({ type: 'PASSPORT' }, bytes)).body).toMatchObject({
      status: 422,
      issues: [{ field: 'file', message }],
    })
  })

  it('that is unreadable is refused and deleted', async () => {
    const { id } = await testApp.call(getProfile, {}, me)
    expect((await send({ type: 'PASSPORT' }, Buffer.from('%PDF-1.4 nothing more'))).body).toMatchObject({
      code: 'FILE_UNREADABLE',
    })
    expect((await send({ type: 'PASSPORT' }, Buffer.from('<html></html>'))).body).toMatchObject({
      status: 415,
      message: 'Use one of these types: JPEG, PNG, WebP, PDF.',
    })
    expect((await send({ type: 'PASSPORT' }, await picture(599, 900))).body).toMatchObject({
      issues: [{ code: 'TOO_SMALL' }],
    })
    expect((await send({ type: 'PASSPORT' }, Buffer.alloc(10 * 1024 * 1024 + 1))).body).toMatchObject({
      status: 413,
      message: 'The file is larger than 10 MB.',
    })
    const { count } = await testApp.db.one<{ count: number }>(sql`select count(*) from files where owner_id = ${id}`)
    expect(count).toBe(0)
  })

  it("expires by the day of its provider's time zone", async () => {
    me = { token: (await createProvider(testApp)).token }
    const now = +testApp.clock.now()
    // Half past midnight in Lagos.
    testApp.clock.advance(Date.parse(`${new Date(now).toISOString().slice(0, 10)}T23:30:00Z`) - now)
    const [yesterday = '', today = ''] = [now, now + DAY_MS].map((at) => new Date(at).toISOString().slice(0, 10))
    expect((await send({ type: 'PASSPORT', issuedAt: today })).status).toBe(201)
    expect((await send({ type: 'PASSPORT', expiresAt: yesterday })).body).toMatchObject({
      issues: [{ field: 'expiresAt', message: 'This document has already expired.' }],
    })
  })

  it('can be uploaded once', async () => {
    const bytes = anotherPdf()
    const replies = await Promise.all([1, 2, 3].map(() => send({ type: 'PASSPORT' }, bytes)))
    expect(statusesOf(replies)).toEqual([201, 409, 409])
    expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'DOCUMENT_DUPLICATE',
      message: 'You already uploaded this file.',
    })
    const { id } = await testApp.call(getProfile, {}, me)
    const { count } = await testApp.db.one<{ count: number }>(sql`select count(*) from files where owner_id = ${id}`)
    expect(count).toBe(1)
  })

  it('is the same one for the same idempotency key, so that an upload without an answer can be repeated', async () => {
    const bytes = anotherPdf()
    const caller = { ...me, headers: { 'idempotency-key': 'the first upload' } }
    const first = await send({ type: 'PASSPORT' }, bytes, caller)
    const secondResponse = await send({ type: 'PASSPORT' }, bytes, caller)
    expect([first.status, secondResponse.status]).toEqual([201, 201])
    expect(secondResponse.headers.get('idempotency-replayed')).toBe('true')
    expect(secondResponse.body).toMatchObject({ data: { id: first.body.success && first.body.data.id } })
  })

  it("may equal another provider's", async () => {
    const bytes = anotherPdf()
    await upload({ type: 'PASSPORT' }, bytes)
    const other = { token: (await createSignedInAccount(testApp)).token }
    expect((await send({ type: 'PASSPORT' }, bytes, other)).status).toBe(201)
  })

  it('is limited to three pending per type, ten per hour and twenty-five in total', async () => {
    for (let n = 0; n < 3; n += 1) await upload({ type: 'BANK_STATEMENT' })
    expect((await send({ type: 'BANK_STATEMENT' })).body).toMatchObject({ status: 409, code: 'DOCUMENT_LIMIT' })
    for (let n = 0; n < 7; n += 1) await upload({ type: 'PORTFOLIO_PHOTO' })
    const { status, headers, body } = await send({ type: 'PORTFOLIO_PHOTO' })
    expect([status, headers.get('retry-after'), body]).toMatchObject([429, '3600', { code: 'RATE_LIMITED' }])
    // Limits are checked before the file, which takes longer.
    expect((await send({ type: 'PORTFOLIO_PHOTO' }, Buffer.from('not a file'))).status).toBe(429)
    for (let hour = 0; hour < 2; hour += 1) {
      testApp.clock.advance(HOUR_MS)
      for (let n = 0; n < (hour === 0 ? 10 : 5); n += 1) await upload({ type: 'PORTFOLIO_PHOTO' })
    }
    expect((await send({ type: 'PORTFOLIO_PHOTO' })).body).toMatchObject({
      code: 'DOCUMENT_LIMIT',
      message: 'You can keep 25 of these at a time. Withdraw one first.',
    })
  })
})

describe('photos of a portfolio', () => {
  it('leave room for other documents once they are approved', async () => {
    const photos: string[] = []
    for (let n = 0; n < 25; n += 1) {
      if (n % 10 === 0) testApp.clock.advance(HOUR_MS)
      photos.push((await upload({ type: 'PORTFOLIO_PHOTO' })).id)
    }
    testApp.clock.advance(HOUR_MS)
    expect((await send({ type: 'PASSPORT' })).body).toMatchObject({ code: 'DOCUMENT_LIMIT' })
    for (const id of photos) await testApp.call(approveDocument, { params: { id }, body: {} }, marketplace)
    await upload({ type: 'PASSPORT' })
    expect((await send({ type: 'PORTFOLIO_PHOTO' })).body).toMatchObject({ code: 'DOCUMENT_LIMIT' })
    const shown = (await testApp.call(listDocuments, {}, me)).find(({ id }) => id === photos[0])
    expect(shown).toMatchObject({ status: 'APPROVED', allowedActions: ['withdraw'] })
    for (const id of photos.slice(0, 2))
      expect(await testApp.call(withdrawDocument, { params: { id } }, me)).toMatchObject({ status: 'WITHDRAWN' })
    await upload({ type: 'PORTFOLIO_PHOTO' })
  })

  it('that are rejected leave room for better ones', async () => {
    const body = { code: 'BLURRY', note: 'Too dark.' } as const
    for (let n = 0; n < 25; n += 1) {
      if (n % 10 === 0) testApp.clock.advance(HOUR_MS)
      const { id } = await upload({ type: 'PORTFOLIO_PHOTO' })
      await testApp.call(rejectDocument, { params: { id }, body }, marketplace)
    }
    testApp.clock.advance(HOUR_MS)
    expect(await upload({ type: 'PORTFOLIO_PHOTO' })).toMatchObject({ status: 'UNDER_REVIEW' })
  })
})

describe('a replacement', () => {
  it('of a document that was rejected or has expired has room beside twenty-five others', async () => {
    const passport = await upload({ type: 'PASSPORT' })
    const body = { code: 'BLURRY', note: 'Page two.' } as const
    await testApp.call(rejectDocument, { params: { id: passport.id }, body }, marketplace)
    const lastDay = testApp.clock.now().toISOString().slice(0, 10)
    const insurance = await upload({ type: 'INSURANCE_CERTIFICATE', expiresAt: lastDay })
    await testApp.call(approveDocument, { params: { id: insurance.id }, body: {} }, marketplace)
    await testApp.advance(2 * DAY_MS)
    for (let n = 0; n < 24; n += 1) {
      if (n % 10 === 0) testApp.clock.advance(HOUR_MS)
      await upload({ type: 'PORTFOLIO_PHOTO' })
    }
    testApp.clock.advance(HOUR_MS)
    expect((await send({ type: 'PORTFOLIO_PHOTO' })).body).toMatchObject({ code: 'DOCUMENT_LIMIT' })
    expect((await send({ type: 'TRADE_CERTIFICATE' })).body).toMatchObject({ code: 'DOCUMENT_LIMIT' })
    expect(await upload({ type: 'PASSPORT' })).toMatchObject({ supersedesId: passport.id })
    const renewal = await upload({ type: 'INSURANCE_CERTIFICATE', expiresAt: '2027-05-01' })
    expect(renewal).toMatchObject({ supersedesId: insurance.id })
  })
})

describe('one file', () => {
  it('has room beside twenty-five others where it replaces both sides of a card', async () => {
    for (const side of ['FRONT', 'BACK'] as const) {
      const { id } = await upload({ type: 'NATIONAL_ID', side })
      await testApp.call(approveDocument, { params: { id }, body: {} }, marketplace)
    }
    for (let n = 0; n < 23; n += 1) {
      if (n % 8 === 0) testApp.clock.advance(HOUR_MS)
      await upload({ type: 'PORTFOLIO_PHOTO' })
    }
    testApp.clock.advance(HOUR_MS)
    expect((await send({ type: 'TRADE_CERTIFICATE' })).body).toMatchObject({ code: 'DOCUMENT_LIMIT' })
    expect(await upload({ type: 'NATIONAL_ID', side: 'SINGLE' })).toMatchObject({ status: 'UNDER_REVIEW' })
  })
})

describe('withdrawing a document', () => {
  it('ends its review, and deletes its file after a month', async () => {
    const { id, url } = await upload({ type: 'PASSPORT' })
    const { body } = await testApp.send(withdrawDocument, { params: { id } }, me)
    expect(body).toMatchObject({
      message: 'Document withdrawn',
      data: { status: 'WITHDRAWN', allowedActions: [], version: 2 },
    })
    expect(await levelOf()).toBe('NONE')
    await testApp.advance(30 * DAY_MS + HOUR_MS)
    const secondResponse = await testApp.send(withdrawDocument, { params: { id } }, me)
    // The session has expired.
    expect(secondResponse.status).toBe(401)
    const key = new URL(String(url), testApp.url).pathname.replace('/files/', '')
    await expect.poll(() => testApp.deps.files.get(key)).toBeUndefined()
  })

  it('allows uploading the same file again', async () => {
    const bytes = anotherPdf()
    const { id } = await upload({ type: 'PASSPORT' }, bytes)
    await testApp.call(withdrawDocument, { params: { id } }, me)
    expect((await send({ type: 'PASSPORT' }, bytes)).status).toBe(201)
  })

  it('is possible under review, and a 404 for others', async () => {
    const { id } = await upload({ type: 'PASSPORT' })
    const other = { token: (await createSignedInAccount(testApp)).token }
    expect(await testApp.refusal(withdrawDocument, { params: { id } }, other)).toMatchObject({
      status: 404,
      message: "We couldn't find that document.",
    })
    await testApp.call(approveDocument, { params: { id }, body: {} }, marketplace)
    expect(await testApp.refusal(withdrawDocument, { params: { id } }, me)).toMatchObject({
      status: 409,
      code: 'INVALID_TRANSITION',
      message: 'This is not possible while the document is approved.',
      details: { from: 'APPROVED', action: 'withdraw', allowed: ['replace'] },
    })
  })
})

describe('the expiry of a document', () => {
  it('is a to-do that is overdue from the day after its last day', async () => {
    const { token } = await createProvider(testApp)
    me = { token }
    const lastDay = testApp.clock.now().toISOString().slice(0, 10)
    const { id } = await upload({ type: 'INSURANCE_CERTIFICATE', expiresAt: lastDay })
    await testApp.call(approveDocument, { params: { id }, body: {} }, marketplace)
    const { todos } = await testApp.call(getDashboard, {}, me)
    expect(todos.find(({ kind }) => kind === 'RENEW_DOCUMENT')?.dueAt).toBe(
      // Midnight in Lagos.
      `${lastDay}T23:00:00.000Z`,
    )
  })

  it('is announced thirty, seven and one days before, and on the day', async () => {
    const { id } = await upload({ type: 'INSURANCE_CERTIFICATE', expiresAt: '2026-05-10' })
    await testApp.call(approveDocument, { params: { id }, body: {} }, marketplace)
    const until = async (day: string) => {
      await testApp.advance(Date.parse(`${day}T12:00:00Z`) - testApp.clock.now().getTime())
      const [row] = await testApp.db.query<{ status: string; left: string[] }>(sql`
        select d.status, array(select n.params->>'daysLeft' from notifications n
          where n.provider_id = d.provider_id and n.workflow = 'document-expiring' order by n.id) as left
        from documents d where d.id = ${id}`)
      return [row?.status, row?.left.join(' ')]
    }
    expect(await until('2026-04-09')).toEqual(['APPROVED', ''])
    expect(await until('2026-04-10')).toEqual(['APPROVED', '30'])
    // After downtime, missed reminders are sent once.
    expect(await until('2026-05-04')).toEqual(['APPROVED', '30 6'])
    expect(await until('2026-05-09')).toEqual(['APPROVED', '30 6 1'])
    expect(await until('2026-05-10')).toEqual(['APPROVED', '30 6 1'])
    expect(await until('2026-05-11')).toEqual(['EXPIRED', '30 6 1 -1'])
    expect(await until('2026-06-11')).toEqual(['EXPIRED', '30 6 1 -1'])
  })

  it.each([
    ['US', 'New York', '2026-07-10', '2026-07-11T03:00:00Z', '2026-07-11T05:00:00Z'],
    ['NZ', 'Auckland', '2026-08-10', '2026-08-10T11:00:00Z', '2026-08-10T13:00:00Z'],
  ])('is at midnight where the provider is: %s', async (country, state, expiresAt, before, after) => {
    const { address, city } = onboardingAnswers.location
    await testApp.call(savePersonalInfo, { body: onboardingAnswers.personal }, me)
    await testApp.call(saveContactInfo, { body: { address, city, state, country } }, me)
    const { id } = await upload({ type: 'INSURANCE_CERTIFICATE', expiresAt })
    await testApp.call(approveDocument, { params: { id }, body: {} }, marketplace)
    const statusAt = async (at: string) => {
      await testApp.advance(Date.parse(at) - testApp.clock.now().getTime())
      const [row] = await testApp.db.query<{ status: string }>(sql`select status from documents where id = ${id}`)
      return row?.status
    }
    expect(await statusAt(before)).toBe('APPROVED')
    expect(await statusAt(after)).toBe('EXPIRED')
  })

  it('also ends a document that was approved after its last day', async () => {
    const lastDay = testApp.clock.now().toISOString().slice(0, 10)
    const { id } = await upload({ type: 'PASSPORT', expiresAt: lastDay })
    testApp.clock.advance(3 * DAY_MS)
    await testApp.call(approveDocument, { params: { id }, body: {} }, marketplace)
    await testApp.advance(DAY_MS)
    const [document] = await testApp.call(listDocuments, {}, me)
    expect(document).toMatchObject({ id, status: 'EXPIRED' })
    expect(await levelOf()).toBe('NONE')
  })

  it('is not announced while another file is under review', async () => {
    me = { token: (await createProvider(testApp)).token }
    const dayIn = (days: number) => new Date(+testApp.clock.now() + days * DAY_MS).toISOString().slice(0, 10)
    const { id } = await upload({ type: 'INSURANCE_CERTIFICATE', expiresAt: dayIn(40) })
    await testApp.call(approveDocument, { params: { id }, body: {} }, marketplace)
    const replacement = await upload({ type: 'INSURANCE_CERTIFICATE', expiresAt: dayIn(400) })
    const daysLeft = async () => {
      const rows = await testApp.db.query<{ days: string }>(sql`
        select n.params->>'daysLeft' as days from notifications n join documents d on d.provider_id = n.provider_id
        where d.id = ${id} and n.workflow = 'document-expiring'`)
      return rows.map(({ days }) => days)
    }
    await testApp.advance(10 * DAY_MS)
    expect(await daysLeft()).toEqual([])
    await testApp.call(withdrawDocument, { params: { id: replacement.id } }, me)
    await testApp.advance(23 * DAY_MS)
    expect(await daysLeft()).toEqual(['30', '7'])
  })

  it('is looked for with as many reads, however many providers there are', async () => {
    const dayIn = (days: number) => new Date(+testApp.clock.now() + days * DAY_MS).toISOString().slice(0, 10)
    const countReads = async (providers: number) => {
      for (let count = 0; count < providers; count += 1) {
        me = { token: (await createProvider(testApp)).token }
        const { id } = await upload({ type: 'INSURANCE_CERTIFICATE', expiresAt: dayIn(2) })
        await testApp.call(approveDocument, { params: { id }, body: {} }, marketplace)
      }
      testApp.clock.advance(DAY_MS)
      let reads = 0
      const { transaction } = testApp.deps.db
      using spy = vi.spyOn(testApp.deps.db, 'transaction').mockImplementation((work) =>
        transaction(async (tx) => {
          using query = vi.spyOn(tx, 'query')
          const result = await work(tx)
          reads += query.mock.calls.length
          return result
        }),
      )
      await expireDocuments(testApp.deps)
      expect(spy).toHaveBeenCalled()
      testApp.clock.advance(-DAY_MS)
      return reads
    }
    const forOne = await countReads(1)
    expect(await countReads(3)).toBe(forOne)
  })

  it('is announced once the file that would have replaced it is withdrawn', async () => {
    me = { token: (await createProvider(testApp)).token }
    const dayIn = (days: number) => new Date(+testApp.clock.now() + days * DAY_MS).toISOString().slice(0, 10)
    for (const side of ['FRONT', 'BACK'] as const) {
      const { id } = await upload({ type: 'DRIVERS_LICENCE', side, expiresAt: dayIn(2) })
      await testApp.call(approveDocument, { params: { id }, body: {} }, marketplace)
    }
    testApp.clock.advance(HOUR_MS)
    // One file for both sides of the card.
    const { id } = await upload({ type: 'DRIVERS_LICENCE', side: 'SINGLE', expiresAt: dayIn(400) })
    const daysLeft = async () => {
      const rows = await testApp.db.query<{ days: string }>(sql`
        select n.params->>'daysLeft' as days from notifications n join documents d on d.provider_id = n.provider_id
        where d.id = ${id} and n.workflow = 'document-expiring'`)
      return rows.map(({ days }) => days)
    }
    await testApp.advance(4 * DAY_MS)
    expect(await daysLeft()).toEqual([])
    await testApp.call(withdrawDocument, { params: { id } }, me)
    expect(await daysLeft()).toEqual(['-2', '-2'])
  })
})

describe('the flow of a document', () => {
  it('reaches every state of its table', () => {
    expect(unreachableStates(documentFlow)).toEqual([])
  })
})
