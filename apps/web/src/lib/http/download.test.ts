import { getStatement } from '@fettle/protocol/earnings/calls'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { onSessionEnd } from './api.ts'
import { isConnected, reportConnection } from './connection.ts'
import { download } from './download.ts'
import { readKey, storageKeys, writeKey } from '../browser/storage.ts'

const fetched = vi.fn<typeof fetch>()
const left = vi.fn()

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  onSessionEnd(left)
  for (const key of storageKeys) writeKey(key, key)
})
afterEach(() => {
  vi.unstubAllGlobals()
  fetched.mockReset()
  left.mockReset()
  reportConnection(true)
})

const refuse = (status: number) =>
  fetched.mockResolvedValueOnce(new Response(JSON.stringify({ success: false, status, message: 'No.' }), { status }))

it('ends the session when a download is refused with 401', async () => {
  refuse(401)
  await expect(download(getStatement, {}, 'statement.pdf')).rejects.toMatchObject({ status: 401 })
  expect(storageKeys.map(readKey)).toEqual([null, null, 'streamToken'])
  expect(left).toHaveBeenCalledOnce()
})

it('keeps the session for other refusals', async () => {
  refuse(409)
  await expect(download(getStatement, {}, 'statement.pdf')).rejects.toMatchObject({ status: 409 })
  expect(readKey('token')).toBe('token')
  expect(left).not.toHaveBeenCalled()
})

it('keeps a session that began while an earlier download was refused', async () => {
  fetched.mockImplementationOnce(async () => {
    writeKey('token', 'theirs')
    return new Response(JSON.stringify({ success: false }), { status: 401 })
  })
  await expect(download(getStatement, {}, 'statement.pdf')).rejects.toMatchObject({ status: 401 })
  expect(readKey('token')).toBe('theirs')
  expect(left).not.toHaveBeenCalled()
})

it('is refused by an answer without success, whatever its status', async () => {
  const body = JSON.stringify({ success: false, status: 409, message: 'Not yet.' })
  fetched.mockResolvedValueOnce(new Response(body, { headers: { 'content-type': 'application/json; charset=utf-8' } }))
  await expect(download(getStatement, {}, 'statement.pdf')).rejects.toMatchObject({ message: 'Not yet.' })
})

it('says that there is no connection when a refusal breaks off', async () => {
  const stream = new ReadableStream({ pull: (controller) => controller.error(new TypeError('network error')) })
  fetched.mockResolvedValueOnce(new Response(stream, { status: 409 }))
  await expect(download(getStatement, {}, 'statement.pdf')).rejects.toMatchObject({ code: 'NETWORK' })
})

const breakingOff = () => {
  const response = new Response('')
  vi.spyOn(response, 'blob').mockRejectedValueOnce(new TypeError('network error'))
  return response
}

it.each([
  ['no answer comes', () => Promise.reject<Response>(new TypeError('Failed to fetch'))],
  ['the file breaks off', async () => breakingOff()],
])('reports the lost connection when %s, and that it is back', async (_, answer) => {
  fetched.mockImplementationOnce(answer)
  await expect(download(getStatement, {}, 'statement.pdf')).rejects.toMatchObject({ code: 'NETWORK' })
  expect(isConnected()).toBe(false)
  refuse(409)
  await expect(download(getStatement, {}, 'statement.pdf')).rejects.toMatchObject({ status: 409 })
  expect(isConnected()).toBe(true)
})

it('gives up when no answer comes, and says so when the file breaks off', async () => {
  vi.useFakeTimers()
  fetched.mockImplementationOnce(
    (_url, { signal } = {}) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error))),
  )
  let failure: unknown
  download(getStatement, {}, 'statement.pdf').catch((error: unknown) => (failure = error))
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
  expect(failure).toMatchObject({ code: 'NETWORK' })
  fetched.mockResolvedValueOnce(breakingOff())
  await expect(download(getStatement, {}, 'statement.pdf')).rejects.toMatchObject({ code: 'NETWORK' })
})
