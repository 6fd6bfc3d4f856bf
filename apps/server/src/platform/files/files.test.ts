import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startFakeObjectStore, type FakeObjectStore } from '../../../testing/fakes/object-store.ts'
import { ManualClock } from '../clock.ts'
import { answerError } from '../http/server.ts'
import { createDiskStore } from './disk.ts'
import { createFiles, FileStoreUnavailable, type Files, type FileStore } from './files.ts'
import { createS3Store } from './s3.ts'
import { serveFiles } from './serve.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'fettle-files-'))
let bucket: FakeObjectStore
beforeAll(async () => {
  bucket = await startFakeObjectStore()
})
afterAll(async () => {
  rmSync(dataDir, { recursive: true })
  await bucket.close()
})

const stores: [name: string, open: () => FileStore][] = [
  ['on the disk', () => createDiskStore({ dataDir })],
  ['in a bucket', () => createS3Store(bucket.settings)],
]

describe.each(stores)('a file %s', (_, open) => {
  let files: Files
  let clock: ManualClock
  beforeEach(() => {
    clock = new ManualClock('2026-03-02T09:00:00Z')
    files = createFiles(open(), { key: 'a key for tests', clock })
  })
  const fetch = (url: string, headers: Record<string, string> = {}) => {
    const http = fastify()
    http.setErrorHandler(answerError)
    serveFiles(http, files)
    return http.inject({ url, headers })
  }

  it('is stored byte for byte, and replaced', async () => {
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251))
    await files.put('chat/voice.webm', Buffer.from('before'), 'text/plain')
    await files.put('chat/voice.webm', bytes, 'audio/webm')
    expect((await files.get('chat/voice.webm'))?.equals(bytes)).toBe(true)
    expect(await files.find('chat/voice.webm')).toEqual({ size: 300_000, mime: 'audio/webm' })
    expect(await files.part('chat/voice.webm', 250, 252)).toEqual(bytes.subarray(250, 253))
  })

  it('is served at its signed address to pages of any origin, never as a page itself', async () => {
    await files.put('avatars/ada.webp', Buffer.from('a picture'), 'image/webp')
    const answer = await fetch(files.signedUrl('avatars/ada.webp', { name: 'Ada.webp' }))
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe('a picture')
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'content-disposition': "inline; filename*=UTF-8''Ada.webp",
    })
  })

  it.each([
    ['bytes=2-4', 206, 'cde', 'bytes 2-4/10'],
    ['bytes=7-', 206, 'hij', 'bytes 7-9/10'],
    ['bytes=-2', 206, 'ij', 'bytes 8-9/10'],
    ['bytes=8-99', 206, 'ij', 'bytes 8-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=0-1,4-5', 200, 'abcdefghij', undefined],
    ['lines=1-2', 200, 'abcdefghij', undefined],
    ['nonsense', 200, 'abcdefghij', undefined],
  ])('is served in ranges for %s', async (range, status, body, contentRange) => {
    await files.put('a.mp4', Buffer.from('abcdefghij'), 'video/mp4')
    const answer = await fetch(files.signedUrl('a.mp4'), { range })
    expect([answer.statusCode, answer.body, answer.headers['content-range']]).toEqual([status, body, contentRange])
    expect(answer.headers['accept-ranges']).toBe('bytes')
  })

  it('is gone once its address has expired', async () => {
    await files.put('a.pdf', Buffer.from('x'), 'application/pdf')
    const url = files.signedUrl('a.pdf')
    clock.advance(300_000)
    expect((await fetch(url)).statusCode).toBe(404)
  })

  it('is not served when key, name or time were modified', async () => {
    await files.put('a.pdf', Buffer.from('x'), 'application/pdf')
    await files.put('b.pdf', Buffer.from('y'), 'application/pdf')
    const url = files.signedUrl('a.pdf')
    const changed = [
      url.replace('a.pdf', 'b.pdf'),
      url.replace(/e=\d+/, 'e=9999999999'),
      `${url}&n=other`,
      url.replace(/s=.{4}/, 's=AAAA'),
    ]
    for (const address of changed) expect((await fetch(address)).statusCode).toBe(404)
  })

  it('cannot be outside its folder', async () => {
    for (const key of ['../secrets.json', 'a/../../b', '/etc/passwd', '.hidden', 'a//b']) {
      const works = [files.put(key, Buffer.from('x'), 'text/plain'), files.get(key), files.find(key), files.remove(key)]
      for (const work of works) await expect(work).rejects.toThrow("We couldn't find that file.")
    }
    expect((await fetch('/files/%2e%2e/secrets.json?e=9999999999&s=x')).statusCode).toBe(404)
  })

  it('is absent after removal, which is idempotent', async () => {
    await files.put('a.pdf', Buffer.from('x'), 'application/pdf')
    const url = files.signedUrl('a.pdf')
    await files.remove('a.pdf')
    await files.remove('a.pdf')
    expect(await files.get('a.pdf')).toBeUndefined()
    expect(await files.part('a.pdf', 0, 0)).toBeUndefined()
    expect((await fetch(url)).statusCode).toBe(404)
  })

  it('is writable', async () => {
    await expect(files.check()).resolves.toBeUndefined()
  })
})

describe('a bucket', () => {
  it('that is overloaded is retried', async () => {
    bucket.refuse(2, 503)
    const files = createS3Store(bucket.settings)
    await files.put('busy.txt', Buffer.from('kept'), 'text/plain')
    expect(String(await files.get('busy.txt'))).toBe('kept')
  })

  it('that is slow is given up', async () => {
    const patient = createS3Store(bucket.settings)
    const files = createS3Store(bucket.settings, { timeout: 400 })
    bucket.hold('nothing')
    await patient.put('slow.txt', Buffer.from('held back'), 'text/plain')
    bucket.hold('bytes')
    await expect(files.get('slow.txt')).rejects.toThrow(FileStoreUnavailable)
    await expect(files.part('slow.txt', 0, 7)).rejects.toThrow('stopped in the middle')
    bucket.hold('answers')
    for (const work of [
      files.put('other.txt', Buffer.from('x'), 'text/plain'),
      files.get('slow.txt'),
      files.find('slow.txt'),
      files.check(),
    ])
      await expect(work).rejects.toThrow('The file store did not answer')
    bucket.hold('nothing')
    expect(String(await patient.get('slow.txt'))).toBe('held back')
  })

  it('that cannot be reached or keeps failing may be asked again later', async () => {
    const elsewhere = createS3Store({ ...bucket.settings, endpoint: 'http://127.0.0.1:1' }, { timeout: 500 })
    await expect(elsewhere.get('a.txt')).rejects.toThrow(FileStoreUnavailable)
    bucket.refuse(10, 503)
    await expect(createS3Store(bucket.settings).find('a.txt')).rejects.toThrow(FileStoreUnavailable)
    bucket.refuse(0, 503)
  })

  it.each([
    [
      'takes other keys',
      { secretAccessKey: 'not the secret' },
      'The file store answered 403 to PUT: SignatureDoesNotMatch',
    ],
    ['does not exist', { bucket: 'nowhere' }, 'The file store answered 404 to PUT: NoSuchBucket'],
  ])('that %s reports it without the keys', async (_, changes, message) => {
    const files = createS3Store({ ...bucket.settings, ...changes })
    await expect(files.put('a.txt', Buffer.from('x'), 'text/plain')).rejects.toThrow(new Error(message))
    await expect(files.check()).rejects.toThrow(/The file store answered 40[34] to HEAD/)
  })

  it('refuses bytes that were corrupted', async () => {
    bucket.corruptNextUpload()
    const files = createS3Store(bucket.settings)
    await expect(files.put('spoilt.txt', Buffer.from('x'), 'text/plain')).rejects.toThrow('XAmzContentSHA256Mismatch')
    expect(await files.get('spoilt.txt')).toBeUndefined()
  })
})

it('a file that cannot be stored leaves no draft on the disk', async () => {
  const store = createDiskStore({ dataDir })
  await store.put('photos/one.webp', Buffer.from('a picture'), 'image/webp')
  await expect(store.put('photos', Buffer.from('its name is that of a folder'), 'text/plain')).rejects.toThrow()
  expect(readdirSync(join(dataDir, 'files')).filter((name) => name.endsWith('.tmp'))).toEqual([])
})

it('a file that cannot be read now is not cached as missing or failed', async () => {
  const store = createDiskStore({ dataDir })
  await store.put('photos/two.webp', Buffer.from('a picture'), 'image/webp')
  const failing = { ...store, get: () => Promise.reject(new FileStoreUnavailable('away')), part: async () => undefined }
  const files = createFiles(failing, { key: 'a key for tests', clock: new ManualClock('2026-03-02T09:00:00Z') })
  const http = fastify()
  http.setErrorHandler(answerError)
  serveFiles(http, files)
  for (const [headers, status] of [
    [{}, 503],
    [{ range: 'bytes=0-1' }, 404],
  ] as const) {
    const answer = await http.inject({ url: files.signedUrl('photos/two.webp'), headers })
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([status, undefined])
  }
})
