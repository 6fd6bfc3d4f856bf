import { createUpload } from '@fettle/protocol/common/uploads'
import type { UploadPurpose } from '@fettle/protocol/common/upload-rules'
import { addMarketplaceContractFile } from '@fettle/protocol/marketplace/contracts'
import readExif from 'exif-reader'
import sharp from 'sharp'
import { crc32, deflateSync } from 'node:zlib'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { asFile, video, videoLocation, pdf, picture } from '../../../testing/fixtures/files.ts'
import { createSignedInAccount, statusesOf } from '../../../testing/fixtures/accounts.ts'
import { createContractScenario } from '../../../testing/fixtures/contract-scenario.ts'
import { createProvider, marketplace, type TestProvider } from '../../../testing/fixtures/providers.ts'
import { startFakeVirusScanner } from '../../../testing/fakes/virus-scanner.ts'
import { setUpTestApp, startTestApp } from '../../../testing/app/test-app.ts'
import { waitForLocks } from '../../../testing/app/wait-for-locks.ts'
import { sql } from '../../platform/db/db.ts'
import { attachFiles, deleteFile, receiveFile, storeFile } from './index.ts'

const testApp = setUpTestApp()
let provider: TestProvider
beforeAll(async () => {
  provider = await createProvider(testApp)
})

const upload = (bytes: Buffer | string, purpose: UploadPurpose = 'BOOKING_PHOTO', name = 'file') =>
  testApp.send(createUpload, { body: { purpose }, file: asFile(bytes, name) }, provider)
const bytesAt = async (path: string) => Buffer.from(await (await fetch(testApp.url + path)).arrayBuffer())

describe('an upload', () => {
  it('without a file name is called file', async () => {
    const sent = await picture(200, 200)
    const form = Buffer.concat([
      Buffer.from('--x\r\ncontent-disposition: form-data; name="purpose"\r\n\r\nOFFER_PHOTO\r\n'),
      Buffer.from(
        '--x\r\ncontent-disposition: form-data; name="file"\r\ncontent-type: application/octet-stream\r\n\r\n',
      ),
      sent,
      Buffer.from('\r\n--x--\r\n'),
    ])
    const response = await fetch(`${testApp.url}${createUpload.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${provider.token}`, 'content-type': 'multipart/form-data; boundary=x' },
      body: form,
    })
    expect([response.status, await response.json()]).toMatchObject([
      201,
      { data: { name: 'file', mime: 'image/jpeg' } },
    ])
  })

  it('is refused while a gigabyte of unused files waits, until the oldest is deleted', async () => {
    const { body } = await upload(await picture(200, 200), 'OFFER_PHOTO')
    const id = body.success && body.data.id
    testApp.clock.advance(3_600_000)
    await testApp.db.execute(sql`update files set size = 1000000000 where id = ${id}`)
    const refused = await upload(await picture(200, 200), 'OFFER_PHOTO')
    expect([refused.status, refused.body, refused.headers.get('retry-after')]).toMatchObject([
      429,
      { code: 'RATE_LIMITED' },
      String(23 * 3600),
    ])
    // Used files do not count.
    await testApp.db.execute(sql`update files set attached_to = 'bkg_1' where id = ${id}`)
    expect((await upload(await picture(200, 200), 'OFFER_PHOTO')).status).toBe(201)
  })

  it('of a customer for a contract is limited in the same way', async () => {
    const { sent } = await createContractScenario(testApp)
    const { id } = await sent()
    const file = asFile(await picture(200, 200), 'wall.jpg')
    const call = { params: { id }, body: { purpose: 'EVIDENCE' as const }, file }
    const { fileId } = await testApp.call(addMarketplaceContractFile, call, marketplace)
    await testApp.db.execute(sql`update files set size = 1000000000 where id = ${fileId}`)
    expect(await testApp.refusal(addMarketplaceContractFile, call, marketplace)).toMatchObject({ code: 'RATE_LIMITED' })
  })

  it('is refused if another at the same time fills the gigabyte', async () => {
    const me = await createProvider(testApp)
    const photo = await picture(200, 200, { format: 'png' })
    const send = () => testApp.send(createUpload, { body: { purpose: 'OFFER_PHOTO' }, file: asFile(photo, 'file') }, me)
    const { body } = await send()
    const id = body.success && body.data.id
    await testApp.db.execute(sql`update files set size = ${1_000_000_000 - photo.length} where id = ${id}`)
    const { sent } = await testApp.db.transaction(async (tx) => {
      await tx.execute(sql`lock table files in share row exclusive mode`)
      const both = [send(), send()]
      await waitForLocks(testApp, 2)
      return { sent: both }
    })
    expect(statusesOf(await Promise.all(sent))).toEqual([201, 429])
  })

  it('has no time of a photo whose camera had none', async () => {
    const photo = await sharp(await picture(200, 200))
      .withExif({ IFD2: { DateTimeOriginal: '0000:00:00 00:00:00' } })
      .toBuffer()
    const { body } = await upload(photo, 'OFFER_PHOTO')
    expect(body).toMatchObject({ data: { takenAt: null } })
  })

  it("keeps a photo's time and removes its location", async () => {
    const photo = await picture(800, 600)
    expect(readExif((await sharp(photo).metadata()).exif ?? Buffer.alloc(0)).GPSInfo).toBeDefined()
    const { status, body } = await upload(photo, 'BOOKING_PHOTO', '../../etc/tap.jpg')
    expect(status).toBe(201)
    expect(body).toMatchObject({
      data: {
        id: expect.stringMatching(/^fil_/),
        name: 'tap.jpg',
        mime: 'image/jpeg',
        width: 800,
        height: 600,
        takenAt: '2026-02-14T09:30:00.000Z',
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    })
    const kept = await bytesAt(body.success ? body.data.url : '')
    expect((await sharp(kept).metadata()).exif).toBeUndefined()
    expect(kept.length).toBe(body.success ? body.data.size : 0)
  })

  it('shortens a long name before its extension', async () => {
    const { body } = await upload(await picture(800, 600), 'BOOKING_PHOTO', `${'x'.repeat(250)}.jpg`)
    expect(body).toMatchObject({ data: { name: `${'x'.repeat(196)}.jpg` } })
    const thumbs = await upload(await picture(800, 600), 'BOOKING_PHOTO', `x${'👍'.repeat(250)}.jpg`)
    expect(thumbs.body).toMatchObject({ data: { name: `x${'👍'.repeat(97)}.jpg` } })
  })

  it('rotates a photo upright', async () => {
    const rotated = await sharp(await picture(800, 600))
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect((await upload(rotated)).body).toMatchObject({ data: { width: 600, height: 800 } })
  })

  it.each([
    ['CHAT', 'image/gif', () => picture(64, 64, { format: 'gif' })],
    ['EVIDENCE', 'application/pdf', async () => pdf({ pages: 30 })],
    ['TICKET', 'text/plain', async () => Buffer.from('It leaks. Ça fuit. 🔧\n')],
    ['SIGNATURE', 'image/png', () => picture(600, 200, { format: 'png' })],
    ['EVIDENCE', 'video/mp4', () => video('mp4')],
    ['CHAT', 'video/webm', () => video('webm')],
  ] as const)('for %s takes %s', async (purpose, mime, make) => {
    expect((await upload(await make(), purpose)).body).toMatchObject({ status: 201, data: { mime } })
  })

  it.each([
    ['BOOKING_PHOTO', 'a page that calls itself a photo', '<html><script>alert(1)</script></html>', 'JPEG, PNG, WebP'],
    ['TICKET', 'a page', Buffer.from('\u0000\u0001binary'), 'JPEG, PNG, WebP, PDF, TXT, MP4'],
    ['SIGNATURE', 'a PDF', pdf(), 'PNG'],
  ] as const)('for %s refuses %s', async (purpose, _, bytes, list) => {
    expect((await upload(bytes as string, purpose, 'photo.jpg')).body).toMatchObject({
      status: 415,
      code: 'FILE_TYPE_NOT_ALLOWED',
      message: `Use one of these types: ${list}.`,
    })
  })

  it('lists the types that it takes in the language of the caller', async () => {
    const inFrench = { ...provider, headers: { 'accept-language': 'fr' } }
    const sent = { body: { purpose: 'BOOKING_PHOTO' as const }, file: asFile('not a photo', 'photo.jpg') }
    const { body } = await testApp.send(createUpload, sent, inFrench)
    expect(body).toMatchObject({ status: 415, message: 'Utilisez l’un de ces formats\u00A0: JPEG, PNG et WebP.' })
  })

  it('serves a text as a text to save, whatever is in it and whatever its name', async () => {
    const { body } = await upload('<html><script>alert(1)</script></html>', 'TICKET', 'page.html')
    const data = body.success ? body.data : undefined
    expect(data).toMatchObject({ name: 'page.html.txt', mime: 'text/plain' })
    const { headers } = await fetch(testApp.url + (data?.url ?? ''))
    expect(headers.get('content-type')).toMatch(/^text\/plain/)
    expect(headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''page.html.txt")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  })

  it('removes the place from a video, and refuses one it cannot read', async () => {
    const { body } = await upload(await video('mp4'), 'EVIDENCE', 'leak.mp4')
    const kept = await bytesAt(body.success ? body.data.url : '')
    expect(kept.toString('latin1')).not.toContain(videoLocation)
    const head = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1'), Buffer.alloc(100)])
    expect((await upload(head, 'EVIDENCE')).body).toMatchObject({ status: 422, code: 'FILE_UNREADABLE' })
  })

  it('keeps nothing that hides in or behind a picture', async () => {
    const script = '<script>alert(1)</script>'
    const commented = await sharp(await picture(40, 40))
      .withExif({ IFD0: { ImageDescription: script, Copyright: script } })
      .toBuffer()
    const hiding = [
      commented,
      Buffer.concat([await picture(40, 40), Buffer.from(script)]),
      Buffer.concat([await picture(40, 40, { format: 'gif' }), Buffer.from(`/*${script}*/`)]),
      Buffer.concat([await picture(40, 40, { format: 'png' }), Buffer.from('PK\u0003\u0004'), Buffer.from(script)]),
    ]
    for (const bytes of hiding) {
      const { body } = await upload(bytes, 'CHAT', 'cat.html')
      const data = body.success ? body.data : undefined
      expect(data?.name).toMatch(/^cat\.html\.(jpg|gif|png|webp)$/)
      expect((await bytesAt(data?.url ?? '')).toString('latin1')).not.toContain('script')
    }
  })

  /** A PNG that says how large it is, and has one line of data. */
  const hugePng = (side: number) => {
    const chunk = (type: string, data: Buffer) => {
      const body = Buffer.concat([Buffer.from(type), data])
      const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
      length.writeUInt32BE(data.length)
      sum.writeUInt32BE(crc32(body))
      return Buffer.concat([length, body, sum])
    }
    const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0])
    head.writeUInt32BE(side, 0)
    head.writeUInt32BE(side, 4)
    const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
    const data = chunk('IDAT', deflateSync(Buffer.alloc(1_000)))
    return Buffer.concat([signature, chunk('IHDR', head), data, chunk('IEND', Buffer.alloc(0))])
  }

  it.each([
    ['a picture of 50,000 × 50,000', 'BOOKING_PHOTO', async () => hugePng(50_000)],
    ['a picture of 16,000 × 16,000', 'BOOKING_PHOTO', async () => hugePng(16_000)],
    ['a truncated PDF', 'EVIDENCE', async () => pdf({ pages: 3 }).subarray(0, 120)],
    ['a PDF with a million open brackets', 'EVIDENCE', async () => Buffer.from(`%PDF-1.7\n${'['.repeat(1_000_000)}`)],
    ['a truncated video', 'EVIDENCE', async () => (await video('mp4')).subarray(0, 900)],
    ['an archive', 'EVIDENCE', async () => Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(2_000)])],
    [
      'a drawing with scripts',
      'CHAT',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="a()"/>'),
    ],
    ['a page', 'CHAT', async () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a program', 'TICKET', async () => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(2_000, 1)])],
  ] as const)('refuses %s', async (_, purpose, make) => {
    const began = performance.now()
    const { status, body } = await upload(await make(), purpose)
    expect([415, 422]).toContain(status)
    expect(body.success).toBe(false)
    expect(performance.now() - began).toBeLessThan(20_000)
  })

  it('refuses HEIC and names the format', async () => {
    const heic = Buffer.concat([
      Buffer.from([0, 0, 0, 24]),
      Buffer.from('ftypheic\0\0\0\0mif1heic'),
      Buffer.alloc(9 * 1024 * 1024),
    ])
    expect((await upload(heic)).body).toMatchObject({
      status: 415,
      message: 'Use one of these types: JPEG, PNG, WebP.',
      details: { detected: 'image/heic' },
    })
  })

  it('refuses what is too large for its purpose', async () => {
    const tooLarge = Buffer.concat([await picture(10, 10), Buffer.alloc(10 * 1024 * 1024)])
    expect((await upload(tooLarge)).body).toMatchObject({ status: 413, message: 'The file is larger than 10 MB.' })
    const drawn = await sharp({
      create: {
        width: 400,
        height: 300,
        channels: 3,
        background: 'white',
        noise: { type: 'gaussian', mean: 120, sigma: 60 },
      },
    })
      .png()
      .toBuffer()
    expect((await upload(drawn, 'SIGNATURE')).body).toMatchObject({
      status: 413,
      message: 'The file is larger than 200 KB.',
    })
    expect((await upload(Buffer.alloc(26 * 1024 * 1024), 'EVIDENCE')).body).toMatchObject({
      status: 413,
      message: 'The file is larger than 25 MB.',
    })
    expect((await upload(await picture(1300, 500, { format: 'png' }), 'SIGNATURE')).body).toMatchObject({
      status: 422,
      issues: [{ code: 'TOO_BIG' }],
    })
  })

  it('refuses a decompression bomb', async () => {
    const bomb = await sharp({ create: { width: 20_000, height: 9000, channels: 3, background: 'white' } })
      .png()
      .toBuffer()
    expect((await upload(bomb)).body).toMatchObject({ status: 422, code: 'FILE_UNREADABLE' })
  })

  it('refuses a truncated file', async () => {
    const photo = await picture(900, 900)
    expect((await upload(photo.subarray(0, photo.length / 2))).body).toMatchObject({ code: 'FILE_UNREADABLE' })
    const boundary = 'cut'
    const response = await fetch(`${testApp.url}/v2/uploads`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${provider.token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      body: `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nhalf`,
    })
    expect(response.status).toBe(400)
  })

  it('says what is missing', async () => {
    const wrong = { purpose: 'HOLIDAY' as 'CHAT' }
    const refusal = await testApp.refusal(createUpload, { body: wrong, file: asFile(await picture(10, 10)) }, provider)
    expect(refusal.issues).toMatchObject([{ field: 'purpose', message: 'Choose what the file is for.' }])
    expect((await testApp.refusal(createUpload, { body: { purpose: 'CHAT' } }, provider)).issues).toMatchObject([
      { field: 'file', code: 'REQUIRED', message: 'Choose a file.' },
    ])
    const inFrench = { ...provider, headers: { 'accept-language': 'fr' } }
    expect((await testApp.refusal(createUpload, { body: { purpose: 'CHAT' } }, inFrench)).issues).toMatchObject([
      { field: 'file', code: 'REQUIRED', message: 'Choisissez un fichier.' },
    ])
  })

  it('needs an onboarded provider', async () => {
    const { token } = await createSignedInAccount(testApp)
    const input = { body: { purpose: 'CHAT' as const }, file: asFile('x') }
    expect((await testApp.refusal(createUpload, input, { token })).code).toBe('ONBOARDING_REQUIRED')
  })

  it('is purged after a day unless it is used', async () => {
    const [kept, lost] = [await upload(await picture(50, 50)), await upload(await picture(60, 60))]
    const id = kept.body.success ? kept.body.data.id : ''
    const facts = { ownerId: provider.id, purpose: 'BOOKING_PHOTO' as const, field: 'photos' }
    await testApp.db.transaction((tx) => attachFiles(tx, { ...facts, ids: [id], attachedTo: 'bkg_1' }))
    await testApp.advance(24 * 3_600_000 + 1)
    const left = await testApp.db.query<{ id: string }>(sql`select id from files where purpose = 'BOOKING_PHOTO'`)
    expect(left).toEqual([{ id }])
    const key = lost.body.success ? new URL(lost.body.data.url, testApp.url).pathname.replace('/files/', '') : ''
    expect(await testApp.deps.files.get(key)).toBeUndefined()
  })

  it('is used once, by its owner, for its purpose', async () => {
    const { body } = await upload(await picture(50, 50))
    const id = body.success ? body.data.id : ''
    const facts = {
      ownerId: provider.id,
      ids: [id],
      purpose: 'BOOKING_PHOTO' as const,
      field: 'photos',
      attachedTo: 'bkg_1',
    }
    const name = (changes: object) => testApp.db.transaction((tx) => attachFiles(tx, { ...facts, ...changes }))
    await expect(name({ ownerId: 'usr_other' })).rejects.toMatchObject({ issues: [{ path: ['photos', 0] }] })
    await expect(name({ purpose: 'CHAT' })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
    await name({})
    await name({})
    await expect(name({ attachedTo: 'bkg_2' })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
  })
})

describe('the bytes of a file', () => {
  /** Stores a file in a transaction that ends with this error. Returns the key. */
  const storeWith = async (end: 'before the commit' | 'after the commit', error: Error) => {
    const { db } = testApp.deps
    let key = ''
    const transaction: typeof db.transaction = async (work) => {
      await db.transaction(async (tx) => {
        await work(tx)
        if (end === 'before the commit') throw error
      })
      throw error
    }
    const file = await receiveFile(testApp.deps, 'TICKET', { bytes: Buffer.from('It leaks.'), name: 'leak.txt' })
    const deps = { ...testApp.deps, db: { ...db, transaction } }
    const stored = storeFile(deps, { ownerId: provider.id, purpose: 'TICKET', file }, async (_, kept) => {
      key = kept.key
    })
    await expect(stored).rejects.toThrow(error.message)
    return key
  }

  it('are removed when its row is not written', async () => {
    const key = await storeWith('before the commit', new Error('refused'))
    expect(await testApp.deps.files.find(key)).toBeUndefined()
  })

  it('are removed once the store can be reached again', async () => {
    const sent = [await upload(await picture(50, 50)), await upload(await picture(60, 60))]
    const [deleted, unused] = sent.map(({ body }) => (body.success ? body.data : undefined))
    const keyOf = (url = '') => new URL(url, testApp.url).pathname.replace('/files/', '')
    const keys = [keyOf(deleted?.url), keyOf(unused?.url)]
    using remove = vi.spyOn(testApp.deps.files, 'remove').mockRejectedValue(new Error('The store is away.'))
    await testApp.db.transaction((tx) => deleteFile(testApp.deps, tx, deleted?.id ?? ''))
    await testApp.advance(24 * 3_600_000 + 1).catch(() => undefined)
    expect(remove).toHaveBeenCalled()
    remove.mockRestore()
    await testApp.advance(3_600_000)
    for (const key of keys) expect(await testApp.deps.files.find(key)).toBeUndefined()
  })

  it('stay when the connection is lost, because the row may have been committed', async () => {
    const key = await storeWith('after the commit', new Error('Connection terminated unexpectedly'))
    expect(await testApp.deps.files.find(key)).toMatchObject({ mime: 'text/plain' })
  })
})

describe('the virus scanner', () => {
  it('runs before any other processing, and its failure refuses uploads', async () => {
    const scanner = await startFakeVirusScanner()
    const guarded = await startTestApp({ sharesDatabaseWith: testApp, config: { clamdUrl: scanner.url } })
    const send = (bytes: Buffer | string) =>
      guarded.send(createUpload, { body: { purpose: 'TICKET' }, file: asFile(bytes) }, provider)
    expect((await send('harmless')).status).toBe(201)
    expect((await send(Buffer.alloc(200_000, 97))).status).toBe(201)
    expect((await send('X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR')).body).toMatchObject({
      status: 422,
      code: 'FILE_INFECTED',
      message: 'Our security scan blocked this file.',
    })
    await scanner.close()
    expect((await send('harmless')).status).toBe(503)
    await guarded.close()
  })
})
