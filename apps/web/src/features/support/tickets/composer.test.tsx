import type { Ticket } from '@fettle/protocol/support/tickets'
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { press, setUpScreen, type } from '../../../testing/screen.tsx'
import * as apiModule from '../../../lib/http/api.ts'
import { Composer } from './composer.tsx'
import { replaceExports } from '../../../testing/replace-exports.ts'

interface Request {
  name: string
  input: { body: { text: string; attachmentIds: string[] } }
  signal: AbortSignal | undefined
  answer: (data: unknown) => void
}
const server = { requests: [] as unknown[] }
replaceExports(apiModule, {
  call: ({ name }: { name: string }, input: unknown, options: { signal?: AbortSignal } = {}) =>
    new Promise((answer) => server.requests.push({ name, input, signal: options.signal, answer })),
})

const { draw, field, button, text } = setUpScreen()
const ticket = { id: 'tkt_1', version: 1, status: 'OPEN' } as Ticket
const message = () => field('Add a message')
const requests = (name: string) => (server.requests as Request[]).filter((each) => each.name === name)
const answer = (name: string, data: unknown) => act(async () => requests(name).at(-1)?.answer(data))
const addFile = () =>
  act(async () => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    Object.defineProperty(input, 'files', { value: [new File(['x'], 'id.pdf', { type: 'application/pdf' })] })
    Object.defineProperty(input, 'value', { value: '', writable: true })
    input?.dispatchEvent(new Event('change', { bubbles: true }))
  })

beforeEach(() => {
  server.requests = []
  sessionStorage.clear()
})

it('sends only once a file is uploaded, and with it', async () => {
  await draw(<Composer ticket={ticket} />)
  await type(message(), 'Here it is')
  await addFile()
  await press(button('Send'))
  expect(requests('tickets.write')).toEqual([])

  await answer('uploads.create', { id: 'upl_1', name: 'id.pdf' })
  await press(button('Send'))
  expect(server.requests).toMatchObject([{}, { input: { body: { text: 'Here it is', attachmentIds: ['upl_1'] } } }])
  // None is added to a message on its way.
  await act(() =>
    vi.waitFor(() => expect(document.querySelector('input[type=file]')?.ariaDisabled).toBe('true'), {
      timeout: 60_000,
    }),
  )
})

it('gives up an upload when it is left', async () => {
  await draw(<Composer ticket={ticket} />)
  await addFile()
  await draw(null)
  expect((server.requests as Request[])[0]?.signal?.aborted).toBe(true)
})

it('keeps what is typed while a message is sent', async () => {
  await draw(<Composer ticket={ticket} />)
  await type(message(), 'One')
  await press(button('Send'))
  await type(message(), 'One, two')
  await act(async () => (server.requests as Request[])[0]?.answer(ticket))
  expect(message().value).toBe(', two')
  expect(text()).not.toContain('Not sent')
})

it('does not offer a message again that arrived after the ticket was left', async () => {
  await draw(<Composer ticket={ticket} />)
  await type(message(), 'Once is enough')
  await press(button('Send'))
  await draw(null)
  await answer('tickets.write', ticket)
  await draw(<Composer ticket={ticket} />)
  expect(message().value).toBe('')
})
