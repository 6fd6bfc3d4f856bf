import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ManualClock } from './clock.ts'
import { createDiskFiles, serveFiles, type Files } from './files.ts'
import { answerError } from './http/server.ts'

let dataDir: string
let files: Files
let clock: ManualClock
const app = () => {
  const http = fastify()
  http.setErrorHandler(answerError)
  serveFiles(http, files)
  return http
}

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fettle-files-'))
  clock = new ManualClock('2026-03-02T09:00:00Z')
  files = createDiskFiles({ dataDir, key: 'a key for tests', clock })
})
afterEach(() => rmSync(dataDir, { recursive: true }))

describe('a file', () => {
  it('is served at its signed address, never as a page', async () => {
    await files.put('avatars/ada.webp', Buffer.from('a picture'), 'image/webp')
    const answer = await app().inject(files.signedUrl('avatars/ada.webp', { name: 'Ada.webp' }))
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe('a picture')
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': "inline; filename*=UTF-8''Ada.webp",
    })
  })

  it('is gone once its address has expired', async () => {
    await files.put('a.pdf', Buffer.from('x'), 'application/pdf')
    const url = files.signedUrl('a.pdf')
    clock.advance(300_000)
    expect((await app().inject(url)).statusCode).toBe(404)
  })

  it('is not served at an address whose key, name or time was changed', async () => {
    await files.put('a.pdf', Buffer.from('x'), 'application/pdf')
    await files.put('b.pdf', Buffer.from('y'), 'application/pdf')
    const url = files.signedUrl('a.pdf')
    const changed = [
      url.replace('a.pdf', 'b.pdf'),
      url.replace(/e=\d+/, 'e=9999999999'),
      `${url}&n=other`,
      url.replace(/s=.{4}/, 's=AAAA'),
    ]
    for (const address of changed) expect((await app().inject(address)).statusCode).toBe(404)
  })

  it('cannot be kept or fetched outside its folder', async () => {
    for (const key of ['../secrets.json', 'a/../../b', '/etc/passwd', '.hidden', 'a//b']) {
      await expect(files.put(key, Buffer.from('x'), 'text/plain')).rejects.toThrow("We couldn't find that file.")
      await expect(async () => files.get(key)).rejects.toThrow("We couldn't find that file.")
    }
    expect((await app().inject('/files/%2e%2e/secrets.json?e=9999999999&s=x')).statusCode).toBe(404)
  })

  it('is absent after it was removed', async () => {
    await files.put('a.pdf', Buffer.from('x'), 'application/pdf')
    await files.remove('a.pdf')
    expect(await files.get('a.pdf')).toBeUndefined()
  })
})
