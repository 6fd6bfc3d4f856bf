import { beforeEach, expect, it, vi } from 'vitest'
import { press, setUpScreen, waitFor } from '../../testing/screen.tsx'
import { useDocumentUpload } from './use-document-upload.ts'

/** The statuses that the server answers next; 0 is no answer. */
let answers: number[]
let issues: object[] | undefined
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
    this.responseText = JSON.stringify({ success: this.status === 200, code: 'RATE_LIMITED', issues, data: {} })
    if (this.status === 0) this.onerror?.()
    else this.onload?.()
    this.onloadend?.()
  }
}

const { draw, button, text } = setUpScreen()
let results: boolean[]
function Form() {
  const upload = useDocumentUpload('PASSPORT')
  const pdf = () => new File(['%PDF-1.4'], 'passport.pdf', { type: 'application/pdf' })
  return (
    <>
      <button type="button" onClick={() => upload.pick('SINGLE', pdf())}>
        Choose
      </button>
      <button type="button" onClick={() => void upload.send().then((isSent) => results.push(isSent))}>
        Send
      </button>
      <button type="button" onClick={() => upload.remove('SINGLE')}>
        Remove
      </button>
      <button type="button" onClick={() => upload.setType('INSURANCE_CERTIFICATE')}>
        Change type
      </button>
      <p>{upload.sideFiles.SINGLE?.file.name}</p>
      <p>{Object.entries(upload.problems).map(([field, problem]) => `${field}: ${problem}`)}</p>
      <p>{upload.sideFiles.SINGLE?.error}</p>
    </>
  )
}
/** Sends the document until it was sent this many times, one after the other. */
async function send(times: number) {
  for (let count = results.length + 1; count <= times; count += 1) {
    await press(button('Send'))
    await waitFor(() => expect(results).toHaveLength(count))
  }
  return results
}

beforeEach(async () => {
  keys = []
  issues = undefined
  results = []
  vi.stubGlobal('XMLHttpRequest', FakeXhr)
  await draw(<Form />)
  await press(button('Choose'))
  await waitFor(() => expect(text()).toContain('passport.pdf'))
})

it('repeats an upload without an answer under its key, so that it is no duplicate of itself', async () => {
  answers = [0, 500, 200]
  expect(await send(3)).toEqual([false, false, true])
  const [key] = keys
  expect(key).toBeTruthy()
  expect(keys).toEqual([key, key, key])
})

it('sends a refused file again', async () => {
  answers = [429, 200]
  expect(await send(2)).toEqual([false, true])
  expect(new Set(keys).size).toBe(2)
})

it('names what is missing, and sends nothing without it', async () => {
  await press(button('Change type'))
  expect(text()).toContain('passport.pdf')
  await press(button('Remove'))
  expect(await send(1)).toEqual([false])
  expect(text()).toContain('SINGLE: Choose a file.')
  expect(text()).toContain('expiresAt: Enter the date it expires.')
  expect(keys).toEqual([])
})

it('shows a wrong date at the date, and keeps the file to be sent again', async () => {
  answers = [422, 200]
  issues = [{ path: ['expiresAt'], field: 'expiresAt', code: 'TOO_EARLY', message: 'This date has passed.' }]
  expect(await send(1)).toEqual([false])
  expect(text()).toContain('expiresAt: This date has passed.')
  expect(text()).not.toContain('SINGLE: ')
  expect(await send(2)).toEqual([false, true])
})

it('does not send a file again that was refused', async () => {
  answers = [422, 200]
  issues = [{ path: ['file'], field: 'file', code: 'INVALID', message: 'This PDF is damaged.' }]
  expect(await send(1)).toEqual([false])
  expect(text()).toContain('This PDF is damaged.')
  expect(await send(2)).toEqual([false, false])
  expect(keys).toHaveLength(1)
})
