import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isConnected, reportConnection } from './connection.ts'
import { SILENCE_TIMEOUT_MS, upload } from './upload.ts'

let xhr: FakeXhr
class FakeXhr {
  upload: { onprogress?: (event: object) => void } = {}
  status = 200
  responseText = '{}'
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  onloadend?: () => void
  open = vi.fn()
  setRequestHeader = vi.fn()
  getResponseHeader = () => null
  send = vi.fn()
  constructor() {
    // oxlint-disable-next-line typescript/no-this-alias -- the test stands in for the browser
    xhr = this
  }
  abort() {
    this.onabort?.()
    this.onloadend?.()
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('XMLHttpRequest', FakeXhr)
})
afterEach(() => {
  reportConnection(true)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const start = () => upload({ method: 'POST', url: '/v2/uploads', headers: {}, body: new FormData() })

it('goes on as long as it moves, and reports the connection', async () => {
  const sent = start()
  for (let loaded = 0; loaded < 5; loaded += 1) {
    vi.advanceTimersByTime(SILENCE_TIMEOUT_MS - 1)
    xhr.upload.onprogress?.({ lengthComputable: true, loaded, total: 5 })
  }
  reportConnection(false)
  xhr.onload?.()
  xhr.onloadend?.()
  await expect(sent).resolves.toMatchObject({ status: 200 })
  expect(isConnected()).toBe(true)
})

it('is lost when nothing moves any more', async () => {
  const sent = start()
  vi.advanceTimersByTime(SILENCE_TIMEOUT_MS)
  await expect(sent).rejects.toMatchObject({ status: 0, code: 'NETWORK' })
  expect(isConnected()).toBe(false)
})

it('is lost with the connection', async () => {
  const sent = start()
  xhr.onerror?.()
  await expect(sent).rejects.toMatchObject({ status: 0, code: 'NETWORK' })
  expect(isConnected()).toBe(false)
})
