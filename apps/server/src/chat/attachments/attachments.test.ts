import { createMessageId } from '@fettle/chat-client'
import { chatLimits } from '@fettle/protocol/chat/core/limits'
import sharp from 'sharp'
import { existsSync, readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { setUpTestChat, startTestChat, type TestChat } from '../../../testing/app/test-chat.ts'
import { waitForLocks } from '../../../testing/app/wait-for-locks.ts'
import { video, pdf, picture } from '../../../testing/fixtures/files.ts'
import { putPart } from '../../../testing/fixtures/chat-scenario.ts'
import { sql } from '../../platform/db/db.ts'

const testChat = setUpTestChat({ rateLimits: false })
let cid: string
beforeAll(async () => {
  await Promise.all(['ada', 'tunde', 'mallory'].map((id) => testChat.person(id, id)))
  cid = (await testChat.http('channels.create', { members: ['ada', 'tunde'] })).channel.cid
})

const as = (actAs: string) => ({ actAs })
type Kind = 'image' | 'video' | 'voice' | 'file'

async function begin(
  bytes: Buffer,
  fields: { kind?: Kind; name?: string; at?: TestChat } & Record<string, unknown> = {},
) {
  const { at = testChat, kind = 'file', name = 'file', ...more } = fields
  return at.http('attachments.start', { cid, kind, name, size: bytes.length, ...more }, as('ada'))
}

async function upload(bytes: Buffer, fields: Parameters<typeof begin>[1] = {}) {
  const at = fields.at ?? testChat
  const { uploadId, partBytes } = await begin(bytes, fields)
  for (let offset = 0; offset < bytes.length; offset += partBytes)
    expect((await putPart(at, uploadId, bytes.subarray(offset, offset + partBytes), { offset })).status).toBe(200)
  return { uploadId, ...(await at.http('attachments.finish', { uploadId }, as('ada'))) }
}

const bytesAt = async (url: string) => Buffer.from(await (await fetch(testChat.url + url)).arrayBuffer())

describe('a file for a message', () => {
  it('is uploaded in parts, resumes after an interruption, and is attached with its dimensions', async () => {
    const bytes = await sharp({
      create: {
        width: 900,
        height: 700,
        channels: 3,
        background: 'teal',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .png()
      .withExif({ IFD3: { GPSLatitude: '6/1 30/1 0/1', GPSLatitudeRef: 'N' } })
      .toBuffer()
    const { uploadId, partBytes } = await begin(bytes, { kind: 'image', name: 'C:\\kitchen\\tap.png' })
    expect(partBytes).toBe(chatLimits.uploadPartBytes)
    expect(bytes.length).toBeGreaterThan(partBytes)
    const first = bytes.subarray(0, partBytes)
    await putPart(testChat, uploadId, first)
    expect((await putPart(testChat, uploadId, first)).body).toMatchObject({ received: partBytes })
    expect(await testChat.httpRefusal('attachments.finish', { uploadId }, as('ada'))).toMatchObject({
      code: 4,
      details: { received: partBytes },
    })
    const { received } = await testChat.http('attachments.progress', { uploadId }, as('ada'))
    for (let offset = received; offset < bytes.length; offset += partBytes)
      await putPart(testChat, uploadId, bytes.subarray(offset, offset + partBytes), { offset })
    const { attachment } = await testChat.http('attachments.finish', { uploadId }, as('ada'))
    expect(attachment).toMatchObject({
      kind: 'image',
      name: 'tap.png',
      mime: 'image/png',
      width: 900,
      height: 700,
      thumbnail: { width: 480, height: 373 },
    })
    expect(await testChat.http('attachments.finish', { uploadId }, as('ada'))).toEqual({ attachment })

    const message = { id: createMessageId(), text: '', attachmentIds: [attachment.id] }
    const sent = await testChat.http('messages.send', { cid, message }, as('ada'))
    expect(sent.message).toMatchObject({ text: '', attachments: [attachment] })
    expect(await testChat.http('messages.send', { cid, message }, as('ada'))).toEqual(sent)
    const { messages } = await testChat.http('messages.list', { cid }, as('tunde'))
    expect(messages.at(-1)).toEqual(sent.message)

    const { files, expiresInSeconds } = await testChat.http(
      'attachments.sign',
      { cid, ids: [attachment.id] },
      as('tunde'),
    )
    expect(expiresInSeconds).toBe(300)
    const [file] = files
    const kept = await bytesAt(file?.url ?? '')
    const { width, exif } = await sharp(kept).metadata()
    expect([width, exif]).toEqual([900, undefined])
    expect(await sharp(await bytesAt(file?.thumbnailUrl ?? '')).metadata()).toMatchObject({
      format: 'webp',
      width: 480,
    })
    testChat.clock.advance(301_000)
    expect((await fetch(testChat.url + (file?.url ?? ''))).status).toBe(404)
  })

  it('is a voice message with a waveform, whatever type its bytes have', async () => {
    const waveform = [0, 0.25, 1]
    const recording = await video('webm', { soundOnly: true })
    const voice = await upload(recording, { kind: 'voice', name: 'voice.webm', durationMs: 3_000, waveform })
    expect(voice.attachment).toMatchObject({ kind: 'voice', mime: 'video/webm', durationMs: 3_000, waveform })
    const document = await upload(pdf(), { kind: 'image', name: 'paper.pdf' })
    expect(document.attachment).toMatchObject({ kind: 'file', mime: 'application/pdf' })
    const image = await upload(await picture(40, 30), { kind: 'voice' })
    expect(image.attachment).toMatchObject({ kind: 'image', width: 40, height: 30 })
  })

  it('is the same for a repeated attempt that finds its parts removed', async () => {
    const bytes = await picture(20, 20)
    const { uploadId } = await begin(bytes)
    await putPart(testChat, uploadId, bytes)
    const before = await testChat.db.maybeOne(sql`select * from chat.attachments where upload_id = ${uploadId}`)
    const { attachment } = await testChat.http('attachments.finish', { uploadId }, as('ada'))
    // The repetition read the upload before the first attempt ended.
    const reading = vi.spyOn(testChat.db, 'maybeOne').mockResolvedValueOnce(before)
    expect(await testChat.http('attachments.finish', { uploadId }, as('ada'))).toEqual({ attachment })
    reading.mockRestore()
  })

  it('can be cancelled until it is sent', async () => {
    const { uploadId, attachment } = await upload(await picture(20, 20))
    const message = { id: createMessageId(), text: 'Look', attachmentIds: [attachment.id] }
    await testChat.http('messages.send', { cid, message }, as('ada'))
    expect(await testChat.httpRefusal('attachments.cancel', { uploadId }, as('ada'))).toMatchObject({ code: 17 })
    const other = await begin(Buffer.from('unfinished'))
    await testChat.http('attachments.cancel', other, as('ada'))
    const gone = await putPart(testChat, other.uploadId, Buffer.from('unfinished'))
    expect(gone).toMatchObject({ status: 404, body: { code: 16 } })
  })
})

describe('an uploaded file is refused', () => {
  it('when it is too large, before it is uploaded', async () => {
    const size = 25 * 1024 * 1024 + 1
    expect(
      await testChat.httpRefusal('attachments.start', { cid, kind: 'file', name: 'big', size }, as('ada')),
    ).toMatchObject({
      code: 22,
      message: 'The file is larger than 25 MB.',
    })
    expect(
      await testChat.httpRefusal('attachments.start', { cid, kind: 'file', name: 'none', size: 0 }, as('ada')),
    ).toMatchObject({
      code: 4,
    })
  })

  it('when its content is not allowed, whatever its name', async () => {
    const bytes = Buffer.from('<script>alert(1)</script>')
    const { uploadId } = await begin(bytes, { kind: 'image', name: 'photo.jpg' })
    await putPart(testChat, uploadId, bytes)
    expect(await testChat.httpRefusal('attachments.finish', { uploadId }, as('ada'))).toMatchObject({
      code: 4,
      message: 'Use one of these types: JPEG, PNG, WebP, GIF, PDF, MP4, M4A, WebM.',
      reason: { code: 'FILE_TYPE_NOT_ALLOWED' },
      details: { reason: 'FILE_TYPE_NOT_ALLOWED' },
    })
    expect(await testChat.httpRefusal('attachments.finish', { uploadId }, as('ada'))).toMatchObject({ code: 16 })
    const truncated = (await picture(60, 60)).subarray(0, 200)
    const { uploadId: second } = await begin(truncated, { kind: 'image' })
    await putPart(testChat, second, truncated)
    expect(await testChat.httpRefusal('attachments.finish', { uploadId: second }, as('ada'))).toMatchObject({
      message: "We couldn't read this file. Try another photo or export it again.",
    })
  })

  it('when the virus scanner finds something', async () => {
    const scanner = createServer((socket) => {
      socket.on('data', (part) => part.subarray(-4).equals(Buffer.alloc(4)) && socket.end('stream: Eicar FOUND\0'))
    })
    await new Promise<void>((resolve) => void scanner.listen(0, '127.0.0.1', resolve))
    const { port } = scanner.address() as { port: number }
    const guarded = await startTestChat({
      sharesDatabaseWith: testChat,
      rateLimits: false,
      options: { clamdUrl: `tcp://127.0.0.1:${port}` },
    })
    try {
      const bytes = await picture(20, 20)
      const { uploadId } = await begin(bytes, { at: guarded })
      await putPart(guarded, uploadId, bytes)
      expect(await guarded.httpRefusal('attachments.finish', { uploadId }, as('ada'))).toMatchObject({
        code: 4,
        message: 'Our security scan blocked this file.',
      })
    } finally {
      await guarded.stop()
      scanner.close()
    }
  })

  it('when it is cancelled while it is scanned, and leaves no bytes', async () => {
    let cancelUpload = () => Promise.resolve()
    const scanner = createServer((socket) => {
      socket.on('data', (part) => {
        if (part.subarray(-4).equals(Buffer.alloc(4))) void cancelUpload().then(() => socket.end('stream: OK\0'))
      })
    })
    await new Promise<void>((resolve) => void scanner.listen(0, '127.0.0.1', resolve))
    const { port } = scanner.address() as { port: number }
    const guarded = await startTestChat({
      sharesDatabaseWith: testChat,
      rateLimits: false,
      options: { clamdUrl: `tcp://127.0.0.1:${port}` },
    })
    try {
      const bytes = await picture(20, 20)
      const { uploadId } = await begin(bytes, { at: guarded })
      await putPart(guarded, uploadId, bytes)
      const storedFiles = () => readdirSync(join(testChat.dataDir, 'files', 'chat')).toSorted()
      const stored = storedFiles()
      cancelUpload = async () => void (await testChat.http('attachments.cancel', { uploadId }, as('ada')))
      expect(await guarded.httpRefusal('attachments.finish', { uploadId }, as('ada'))).toMatchObject({ code: 16 })
      expect(storedFiles()).toEqual(stored)
    } finally {
      await guarded.stop()
      scanner.close()
    }
  })

  it('when it is cancelled while a part is stored, and leaves no bytes', async () => {
    const bytes = await picture(20, 20)
    const { uploadId } = await begin(bytes)
    const { cancelling, storing } = await testChat.db.transaction(async (tx) => {
      await tx.execute(sql`select from chat.attachments where upload_id = ${uploadId} for update`)
      const cancelled = testChat.http('attachments.cancel', { uploadId }, as('ada'))
      await waitForLocks(testChat)
      const stored = putPart(testChat, uploadId, bytes)
      await waitForLocks(testChat, 2)
      return { cancelling: cancelled, storing: stored }
    })
    await cancelling
    expect(await storing).toMatchObject({ status: 404, body: { code: 16 } })
    const folder = join(testChat.dataDir, 'files', 'chat-parts', uploadId)
    expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([])
  })

  it("when fifty of its sender's files are not sent yet; the app's server may still send one for them", async () => {
    await testChat.person('ife', 'Ife')
    const { cid: otherCid } = (await testChat.http('channels.create', { members: ['ife', 'tunde'] })).channel
    const one = { cid: otherCid, kind: 'file' as const, name: 'file', size: 10 }
    const user = { token: testChat.chat.signToken('ife') }
    for (let count = 1; count < chatLimits.uploadsPerUser; count += 1)
      await testChat.http('attachments.start', one, user)
    const last = [1, 2, 3, 4, 5].map(() => testChat.http('attachments.start', one, user))
    const results = await Promise.allSettled(last)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await testChat.httpRefusal('attachments.start', one, user)).toMatchObject({
      code: 17,
      reason: { code: 'chat.uploads-limit' },
    })
    expect(await testChat.http('attachments.start', one, as('ife'))).toMatchObject({ received: 0 })
  })

  it('when parts are out of order, from another user, or without a token', async () => {
    const bytes = Buffer.alloc(chatLimits.uploadPartBytes + 10)
    const { uploadId } = await begin(bytes)
    expect((await putPart(testChat, uploadId, bytes.subarray(100, 200), { offset: 100 })).body).toMatchObject({
      code: 4,
      details: { received: 0, expected: chatLimits.uploadPartBytes },
    })
    expect((await putPart(testChat, uploadId, bytes.subarray(0, 5))).body).toMatchObject({ code: 4 })
    expect((await putPart(testChat, uploadId, bytes)).body).toMatchObject({ code: 22 })
    expect((await putPart(testChat, uploadId, bytes.subarray(0, 5), { user: 'tunde' })).body).toMatchObject({
      code: 16,
    })
    const nobody = await fetch(`${testChat.url}/chat/v1/uploads/${uploadId}/parts?offset=0`, { method: 'PUT' })
    expect(nobody.status).toBe(401)
    const input = { cid, kind: 'file' as const, name: 'x', size: 1 }
    expect(await testChat.httpRefusal('attachments.start', input, as('mallory'))).toMatchObject({ code: 16 })
  })

  it('when it belongs to another user, is already attached, or is the eleventh of a message', async () => {
    const { attachment } = await upload(await picture(20, 20))
    const send = (user: string, attachmentIds: string[]) =>
      testChat.httpRefusal(
        'messages.send',
        { cid, message: { id: createMessageId(), text: 'x', attachmentIds } },
        as(user),
      )
    const refusal = { code: 4, message: 'Upload this file again.' }
    expect(await send('tunde', [attachment.id])).toMatchObject(refusal)
    const message = { id: createMessageId(), text: '', attachmentIds: [attachment.id] }
    await testChat.http('messages.send', { cid, message }, as('ada'))
    expect(await send('ada', [attachment.id])).toMatchObject(refusal)
    expect(
      await send(
        'ada',
        Array.from({ length: 11 }, () => attachment.id),
      ),
    ).toMatchObject({ code: 4 })
  })
})

describe('files', () => {
  it('can be read by channel members only, once they are sent', async () => {
    const { attachment } = await upload(await picture(20, 20))
    const ids = [attachment.id]
    expect(await testChat.httpRefusal('attachments.sign', { cid, ids }, as('mallory'))).toMatchObject({ code: 16 })
    expect((await testChat.http('attachments.sign', { cid, ids }, as('tunde'))).files).toEqual([])
    expect((await testChat.http('attachments.sign', { cid, ids }, as('ada'))).files).toHaveLength(1)
  })

  it('are copied when a message is forwarded to another channel', async () => {
    const other = (await testChat.http('channels.create', { members: ['tunde', 'mallory'] })).channel.cid
    const { attachment } = await upload(await picture(20, 20))
    const message = { id: createMessageId(), text: '', attachmentIds: [attachment.id] }
    await testChat.http('messages.send', { cid, message }, as('ada'))
    const forward = { cid, messageId: message.id, id: createMessageId(), to: other }
    const { message: sent } = await testChat.http('messages.forward', forward, as('tunde'))
    const [copy] = sent.attachments ?? []
    expect(copy).toEqual({ ...attachment, id: expect.not.stringMatching(attachment.id) })
    expect(await testChat.http('messages.forward', forward, as('tunde'))).toEqual({ message: sent })
    // The first message is deleted; its file stays while another message uses it.
    await testChat.http('messages.delete', { cid, messageId: message.id }, as('ada'))
    await testChat.jobs.start()
    testChat.clock.advance(chatLimits.uploadRetentionMs + 3_700_000)
    await testChat.jobs.runDue()
    expect((await testChat.http('attachments.sign', { cid, ids: [attachment.id] }, as('ada'))).files).toEqual([])
    const { files } = await testChat.http('attachments.sign', { cid: other, ids: [copy?.id ?? ''] }, as('mallory'))
    expect((await fetch(testChat.url + (files[0]?.url ?? ''))).status).toBe(200)
  })

  it('of a refused message are purged after a day, and none are copied for a blocked channel', async () => {
    const blocked = (await testChat.http('channels.create', { members: ['ada', 'mallory'] })).channel.cid
    await testChat.http('channels.block', { cid: blocked, blocked: true }, as('mallory'))
    const [refused, waiting, sent] = [
      await upload(await picture(20, 20)),
      await upload(await picture(20, 20)),
      await upload(await picture(20, 20)),
    ]
    const draft = ({ attachment }: typeof sent, more = {}) => ({
      cid,
      message: { id: createMessageId(), text: '', attachmentIds: [attachment.id], ...more },
    })
    const nowhere = draft(refused, { quotedMessageId: createMessageId() })
    expect(await testChat.httpRefusal('messages.send', nowhere, as('ada'))).toMatchObject({ code: 16 })
    const sendAt = new Date(testChat.clock.now().getTime() + 30 * 86_400_000).toISOString()
    await testChat.http('scheduled.create', { ...draft(waiting), sendAt }, as('ada'))
    const { message } = await testChat.http('messages.send', draft(sent), as('ada'))
    const forward = { cid, messageId: message.id, id: createMessageId(), to: blocked }
    expect(await testChat.httpRefusal('messages.forward', forward, as('ada'))).toMatchObject({ code: 17 })
    expect(await testChat.db.query(sql`select id from chat.attachments where cid = ${blocked}`)).toEqual([])
    await testChat.jobs.start()
    testChat.clock.advance(chatLimits.uploadRetentionMs + 3_700_000)
    await testChat.jobs.runDue()
    const ids = [refused, waiting, sent].map(({ attachment }) => attachment.id)
    const { files } = await testChat.http('attachments.sign', { cid, ids }, as('ada'))
    expect(files.map(({ id }) => id)).toEqual([waiting.attachment.id, sent.attachment.id].toSorted())
  })

  it('of a message that a deleted user had scheduled long before are purged', async () => {
    await testChat.person('zoe', 'zoe')
    const { cid: own } = (await testChat.http('channels.create', { members: ['zoe', 'tunde'] })).channel
    const bytes = await picture(20, 20)
    const { uploadId } = await testChat.http(
      'attachments.start',
      { cid: own, kind: 'image', name: 'a.png', size: bytes.length },
      as('zoe'),
    )
    await putPart(testChat, uploadId, bytes, { user: 'zoe' })
    const { attachment } = await testChat.http('attachments.finish', { uploadId }, as('zoe'))
    const sendAt = new Date(testChat.clock.now().getTime() + 30 * 86_400_000).toISOString()
    const message = { id: createMessageId(), text: '', attachmentIds: [attachment.id] }
    await testChat.http('scheduled.create', { cid: own, message, sendAt }, as('zoe'))
    await testChat.jobs.start()
    testChat.clock.advance(20 * 86_400_000)
    await testChat.jobs.runDue()
    await testChat.http('users.delete', { userId: 'zoe' })
    testChat.clock.advance(3_700_000)
    await testChat.jobs.runDue()
    expect(await testChat.db.query(sql`select id from chat.attachments where id = ${attachment.id}`)).toEqual([])
  })

  it('sent again with a message that has others already are purged after a day', async () => {
    const [sent, other] = [await upload(await picture(20, 20)), await upload(await picture(20, 20))]
    const id = createMessageId()
    const send = ({ attachment }: typeof sent) =>
      testChat.http('messages.send', { cid, message: { id, text: '', attachmentIds: [attachment.id] } }, as('ada'))
    const first = await send(sent)
    expect(await send(other)).toEqual(first)
    await testChat.jobs.start()
    testChat.clock.advance(chatLimits.uploadRetentionMs + 3_700_000)
    await testChat.jobs.runDue()
    const ids = [sent.attachment.id, other.attachment.id]
    const { files } = await testChat.http('attachments.sign', { cid, ids }, as('ada'))
    expect(files.map((file) => file.id)).toEqual([sent.attachment.id])
  })

  it('that are unused are purged after a day; those of messages and drafts are kept', async () => {
    const [left, sent, pending, otherFile] = [
      await upload(await picture(20, 20)),
      await upload(await picture(20, 20)),
      await upload(await picture(20, 20)),
      await upload(await picture(20, 20)),
    ]
    const attachmentIds = [pending.attachment.id]
    const { draft } = await testChat.http('drafts.save', { cid, text: '', attachmentIds }, as('ada'))
    expect(draft.attachments).toEqual([pending.attachment])
    // Referencing another user's file neither keeps nor shows it.
    const foreign = { cid, text: '', attachmentIds: [otherFile.attachment.id] }
    expect((await testChat.http('drafts.save', foreign, as('tunde'))).draft.attachments).toEqual([])
    const message = { id: createMessageId(), text: '', attachmentIds: [sent.attachment.id] }
    await testChat.http('messages.send', { cid, message }, as('ada'))
    const ids = [left, sent, pending, otherFile].map(({ attachment }) => attachment.id)
    const unfinished = await begin(Buffer.from('abc'))
    await testChat.jobs.start()
    testChat.clock.advance(chatLimits.uploadRetentionMs + 3_700_000)
    await testChat.jobs.runDue()
    const { files } = await testChat.http('attachments.sign', { cid, ids }, as('ada'))
    expect(files.map(({ id }) => id).toSorted()).toEqual([sent.attachment.id, pending.attachment.id].toSorted())
    expect((await testChat.http('drafts.list', {}, as('ada'))).drafts).toMatchObject([
      { attachments: [pending.attachment] },
    ])
    await testChat.http('drafts.save', { cid, text: '' }, as('ada'))
    testChat.clock.advance(3_700_000)
    await testChat.jobs.runDue()
    expect((await testChat.http('attachments.sign', { cid, ids: attachmentIds }, as('ada'))).files).toEqual([])
    expect(await testChat.httpRefusal('attachments.progress', unfinished, as('ada'))).toMatchObject({ code: 16 })
  })
})
