import { afterEach, vi } from 'vitest'
import { loadSession } from '../lib/session.ts'

type Answer = () => unknown

interface ReceivedCall {
  path: string
  key: string | null
  input: Record<string, unknown>
  photo: string | undefined
}

/** Calls of the screens to the back end, in order. */
export const receivedCalls: ReceivedCall[] = []

const home = { line1: '8 Admiralty Way', city: 'Lekki', state: 'Lagos', country: 'NG' }
/** The session of the signed-in customer. */
export const sarah = {
  customerId: 'cus_1',
  name: 'Sarah Mensah',
  avatar: null,
  home,
  fettleUrl: 'https://fettle.example',
}
const atStart: Readonly<Record<string, Answer>> = { session: () => sarah }
let answers = atStart

/** Answers calls by name until the end of the test. An answer that throws is a connection that breaks. */
export function answerCalls(given: Readonly<Record<string, Answer>>): void {
  answers = { ...answers, ...given }
}

/** A refusal with a status and a message. */
export const refuse = (status: number, message: string): Response => Response.json({ message }, { status })

globalThis.fetch = (async (address: string, { headers, body }: RequestInit = {}) => {
  const path = address.replace('./api/', '')
  const form = body instanceof FormData ? body : undefined
  const text = form ? form.get('input') : body
  const input = typeof text === 'string' ? (JSON.parse(text) as Record<string, unknown>) : {}
  const photo = form?.get('file')
  const key = new Headers(headers).get('idempotency-key')
  receivedCalls.push({ path, key, input, photo: photo instanceof File ? photo.name : undefined })
  const answer = answers[path.replace('calls/', '')]
  if (!answer) throw new TypeError(`nothing answers ${path}`)
  const data = await answer()
  if (data instanceof Response) return data
  return Response.json(path.startsWith('calls/') ? { data } : data)
}) as typeof fetch
URL.createObjectURL ??= () => 'blob:photo'
URL.revokeObjectURL ??= () => undefined
window.scrollTo = () => undefined

// Screens and the chat read it as they load.
await loadSession()

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  answers = atStart
  receivedCalls.length = 0
  window.location.hash = ''
})
