import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { setUpScreen, waitFor } from '../../testing/screen.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { useDocumentUpload, type DocumentUpload } from './use-document-upload.ts'

/** The statuses that the server answers next; 0 is no answer. */
let answers: number[]
let keys: (string | undefined)[]

class FakeXhr {
  upload = {}
  status = 0
  responseText = ''
  onload?: () => void
  onerror?: () => void
  onloadend?: () => void
  headers: Record<string, string> = {}
  open() {}
  abort() {}
  getResponseHeader = () => null
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  send() {
    keys.push(this.headers['idempotency-key'])
    this.status = answers.shift() ?? 200
    this.responseText = JSON.stringify({ success: this.status === 200, code: 'RATE_LIMITED', data: {} })
    if (this.status === 0) this.onerror?.()
    else this.onload?.()
    this.onloadend?.()
  }
}

const { draw, text } = setUpScreen()
let upload: DocumentUpload
function Form() {
  upload = useDocumentUpload('PASSPORT')
  return <p>{Object.keys(upload.sideFiles).join()}</p>
}
const send = async () => {
  let isSent: boolean | undefined
  await act(async () => void (isSent = await upload.send()))
  return isSent
}

beforeEach(async () => {
  keys = []
  toast.clear()
  vi.stubGlobal('XMLHttpRequest', FakeXhr)
  await draw(<Form />)
  await act(async () => upload.pick('SINGLE', new File(['%PDF-1.4'], 'passport.pdf', { type: 'application/pdf' })))
  await waitFor(() => expect(text()).toBe('SINGLE'))
})

it('repeats an upload without an answer under its key, so that it is no duplicate of itself', async () => {
  answers = [0, 500, 200]
  expect([await send(), await send(), await send()]).toEqual([false, false, true])
  const [key] = keys
  expect(key).toBeTruthy()
  expect(keys).toEqual([key, key, key])
})

it('sends a refused file anew', async () => {
  answers = [429, 200]
  expect([await send(), await send()]).toEqual([false, true])
  expect(new Set(keys).size).toBe(2)
})
