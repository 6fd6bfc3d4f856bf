import { chatFailure } from '../testing/chat-failure.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { connectionLost, refusalError } from '../errors.ts'
import { createHttpPartSender } from './http-part-sender.ts'
import { createManualClock } from '../testing/clock.ts'
import { createTestClientHandle } from '../testing/client-handle.ts'
import { createUploads, roomFor, toWaveform, sendProblemOf, type FileSource, type SendPart } from './uploads.ts'

const PART = 4
const file = (name: string, size = 10): FileSource<string> => ({
  name,
  size,
  kind: 'image',
  slice: (from, to) => `${name} ${from}–${to}`,
})

function setUp(overrides: Record<string, (input: never) => unknown> = {}) {
  const clock = createManualClock()
  const received = new Map<string, number>()
  const sent: string[] = []
  const broken: unknown[] = []
  const host = createTestClientHandle({
    'attachments.start': ({ name, size }: { name: string; size: number }) => {
      received.set(name, 0)
      return { uploadId: name, size, received: 0, partBytes: PART }
    },
    'attachments.progress': ({ uploadId }: { uploadId: string }) => ({
      uploadId,
      size: 10,
      received: received.get(uploadId) ?? 0,
      partBytes: PART,
    }),
    'attachments.finish': ({ uploadId }: { uploadId: string }) => ({
      attachment: { id: `att-${uploadId}`, kind: 'image', name: uploadId, mime: 'image/png', size: 10 },
    }),
    'attachments.cancel': () => ({}),
    ...overrides,
  })
  const sendPart: SendPart<string> = async ({ uploadId, offset, bytes }) => {
    const error = broken.shift()
    if (error) throw error
    sent.push(bytes)
    received.set(uploadId, offset + Math.min(PART, 10 - offset))
    return { uploadId, size: 10, received: received.get(uploadId) ?? 0, partBytes: PART }
  }
  return { clock, host, sent, broken, uploads: createUploads(host, { cid: 'messaging:a', sendPart, clock }) }
}

describe('message uploads', () => {
  it('of a draft are added to running ones, and replaced by a later draft', async () => {
    const { uploads, host } = setUp({ 'attachments.start': () => new Promise(() => undefined) })
    const attachment = (id: string) => ({ id, kind: 'image' as const, name: id, mime: 'image/png', size: 10 })
    uploads.add([file('a')])
    uploads.put([attachment('att-b'), attachment('att-c')])
    const [first] = uploads.getSnapshot()
    expect(uploads.getSnapshot().map(({ name, state }) => [name, state])).toEqual([
      ['att-b', 'uploaded'],
      ['att-c', 'uploaded'],
      ['a', 'uploading'],
    ])
    uploads.put([attachment('att-b')])
    expect(uploads.getSnapshot()[0]).toBe(first)
    expect(uploads.attachments()).toEqual([attachment('att-b')])
    uploads.remove(first?.key ?? '')
    expect(uploads.getSnapshot().map(({ name }) => name)).toEqual(['a'])
    expect(host.calls.map(({ name }) => name)).toEqual(['attachments.start'])
  })

  it('are sent in parts with progress, and block sending', async () => {
    const { uploads, sent, clock } = setUp()
    const progress: number[] = []
    uploads.subscribe(() => progress.push(uploads.getSnapshot()[0]?.progress ?? 0))
    uploads.add([file('a')])
    expect(sendProblemOf(uploads.getSnapshot())).toBe('chat-client.uploads-running')
    await clock.advance(0)
    expect(sent).toEqual(['a 0–4', 'a 4–8', 'a 8–10'])
    expect(progress).toEqual([0, 0.4, 0.8, 1, 1])
    expect(sendProblemOf(uploads.getSnapshot())).toBeNull()
    expect(uploads.attachments()).toMatchObject([{ id: 'att-a' }])
    uploads.reset()
    expect(uploads.getSnapshot()).toEqual([])
  })

  it('resume after an interruption, by themselves and on request', async () => {
    const { uploads, sent, broken, clock } = setUp()
    broken.push(connectionLost())
    uploads.add([file('a')])
    await clock.advance(2_000)
    expect(uploads.getSnapshot()).toMatchObject([{ state: 'uploaded' }])
    sent.length = 0
    uploads.add([file('b')])
    broken.push(undefined, ...Array.from({ length: 3 }, () => new Error('offline')))
    await clock.advance(6_000)
    const [, failed] = uploads.getSnapshot()
    expect(failed).toMatchObject({ state: 'failed', failure: null, progress: 0.4 })
    expect(sendProblemOf(uploads.getSnapshot())).toBe('chat-client.uploads-running')
    uploads.retry(failed?.key ?? '')
    await clock.advance(0)
    expect(sent).toEqual(['b 0–4', 'b 4–8', 'b 8–10'])
  })

  it('start again on retry where the service no longer has what was sent', async () => {
    const { uploads, sent, broken, clock } = setUp({
      'attachments.progress': () => {
        throw refusalError(chatFailure('DOES_NOT_EXIST'))
      },
    })
    broken.push(undefined, ...Array.from({ length: 3 }, () => new Error('offline')))
    uploads.add([file('a')])
    await clock.advance(6_000)
    const [failed] = uploads.getSnapshot()
    expect(failed).toMatchObject({ state: 'failed', progress: 0.4 })
    uploads.retry(failed?.key ?? '')
    await clock.advance(0)
    expect(sent).toEqual(['a 0–4', 'a 0–4', 'a 4–8', 'a 8–10'])
    expect(uploads.getSnapshot()).toMatchObject([{ state: 'uploaded' }])
  })

  it('that are refused for now resume on retry', async () => {
    let isRefused = true
    const { uploads, host, sent, clock } = setUp({
      'attachments.finish': ({ uploadId }: { uploadId: string }) => {
        if (isRefused) throw refusalError(chatFailure('RATE_LIMIT'))
        return { attachment: { id: uploadId, kind: 'file', name: 'a', mime: 'application/pdf', size: 10 } }
      },
    })
    uploads.add([file('a')])
    await clock.advance(0)
    isRefused = false
    uploads.retry(uploads.getSnapshot()[0]?.key ?? '')
    await clock.advance(0)
    expect(uploads.getSnapshot()).toMatchObject([{ state: 'uploaded' }])
    expect(host.calls.filter(({ name }) => name === 'attachments.start')).toHaveLength(1)
    expect(sent).toEqual(['a 0–4', 'a 4–8', 'a 8–10'])
  })

  it('that are refused for good report why, and restart on retry', async () => {
    let isRefused = true
    const { uploads, host, clock } = setUp({
      'attachments.finish': ({ uploadId }: { uploadId: string }) => {
        if (isRefused) throw refusalError(chatFailure('INPUT', { message: 'Our security scan blocked this file.' }))
        return { attachment: { id: uploadId, kind: 'file', name: 'a', mime: 'application/pdf', size: 10 } }
      },
    })
    uploads.add([file('a')])
    await clock.advance(0)
    const [upload] = uploads.getSnapshot()
    expect(upload).toMatchObject({
      state: 'failed',
      failure: { message: 'Our security scan blocked this file.' },
    })
    isRefused = false
    uploads.retry(upload?.key ?? '')
    await clock.advance(0)
    expect(host.calls.filter(({ name }) => name === 'attachments.start')).toHaveLength(2)
    expect(uploads.getSnapshot()).toMatchObject([{ state: 'uploaded' }])
  })

  it('can be cancelled', async () => {
    const { uploads, host, sent, clock } = setUp()
    uploads.add([file('a')])
    const key = uploads.getSnapshot()[0]?.key ?? ''
    await Promise.resolve()
    await Promise.resolve()
    uploads.remove(key)
    await clock.advance(0)
    expect(uploads.getSnapshot()).toEqual([])
    expect(sent.length).toBeLessThan(3)
    expect(host.calls.at(-1)?.name).not.toBe('attachments.finish')
  })

  it('that are cancelled while they start are cancelled on the service too, where unsent files are limited', async () => {
    let started: (upload: object) => void = () => undefined
    const { uploads, host, clock } = setUp({
      'attachments.start': () => new Promise((resolve) => (started = resolve)),
    })
    uploads.add([file('a')])
    await clock.advance(0)
    uploads.remove(uploads.getSnapshot()[0]?.key ?? '')
    started({ uploadId: 'a', size: 10, received: 0, partBytes: PART })
    await clock.advance(0)
    expect(host.calls.at(-1)).toEqual({ name: 'attachments.cancel', input: { uploadId: 'a' } })
  })

  it('are limited to ten', () => {
    const { uploads } = setUp()
    const left = uploads.add(Array.from({ length: 12 }, (_, n) => file(`${n}`)))
    expect(left.map(({ name }) => name)).toEqual(['10', '11'])
    expect(roomFor(uploads.getSnapshot())).toBe(0)
  })
})

describe('a part sent over HTTP', () => {
  afterEach(() => vi.unstubAllGlobals())
  const part = {
    uploadId: 'upl_1',
    offset: 4,
    bytes: new Uint8Array(3),
    signal: { isCancelled: () => false, onCancel: () => undefined },
  }

  it('carries the token, and requests another once when expired', async () => {
    const answers = [chatFailure('TOKEN_EXPIRED'), { received: 7 }]
    const tokens: unknown[] = []
    const fetched = vi.fn(async (_url: string, init: { headers: Record<string, string> }) => {
      tokens.push(init.headers['authorization'])
      const answer = answers.shift()
      return { ok: tokens.length > 1, json: async () => answer }
    })
    vi.stubGlobal('fetch', fetched)
    const send = createHttpPartSender('https://desk.test', {
      appKey: 'key',
      token: ({ reload }) => (reload ? 'new' : 'old'),
    })
    expect(await send(part)).toEqual({ received: 7 })
    expect(tokens).toEqual(['Bearer old', 'Bearer new'])
    expect(fetched.mock.calls[0]?.[0]).toBe('https://desk.test/chat/v1/uploads/upl_1/parts?offset=4')
  })

  it('is refused like any call', async () => {
    vi.stubGlobal('fetch', async () => ({ ok: false, json: async () => chatFailure('PAYLOAD_TOO_BIG') }))
    const send = createHttpPartSender('', { appKey: 'key', token: () => 'token' })
    await expect(send(part)).rejects.toMatchObject({ failure: { code: 22 } })
  })
})

describe('the waveform of a recording', () => {
  it('contains peaks normalized to 1', () => {
    expect(toWaveform([0, 0.1, -0.5, 0.25, 0, 0], 3)).toEqual([0.2, 1, 0])
    expect(toWaveform([0, 0], 100)).toEqual([0, 0])
    expect(toWaveform([], 100)).toEqual([])
    expect(toWaveform(Float32Array.from({ length: 48_000 }, Math.sin))).toHaveLength(100)
  })
})
