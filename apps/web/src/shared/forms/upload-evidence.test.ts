import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { uploadEvidence } from './upload-evidence.ts'

/** Names of the files sent. */
let sent: string[]
let isConnected: boolean

class FakeXhr {
  upload = {}
  status = 200
  responseText = ''
  onload?: () => void
  onerror?: () => void
  onloadend?: () => void
  open = vi.fn()
  setRequestHeader = vi.fn()
  getResponseHeader = () => null
  abort = vi.fn()
  send(form: FormData) {
    const { name } = form.get('file') as File
    if (isConnected) {
      sent.push(name)
      this.responseText = JSON.stringify({ success: true, status: 200, message: '', data: { id: `upl_${name}` } })
      this.onload?.()
    } else this.onerror?.()
    this.onloadend?.()
  }
}

beforeEach(() => {
  sent = []
  vi.stubGlobal('XMLHttpRequest', FakeXhr)
})
afterEach(() => vi.unstubAllGlobals())

it('sends a file once, although another is lost and all are sent again', async () => {
  const [first, second] = [new File(['1'], 'first'), new File(['2'], 'second')]
  isConnected = true
  await uploadEvidence([first])
  isConnected = false
  await expect(uploadEvidence([first, second])).rejects.toMatchObject({ code: 'NETWORK' })
  isConnected = true
  expect(await uploadEvidence([first, second])).toEqual(['upl_first', 'upl_second'])
  expect(sent).toEqual(['first', 'second'])
})
