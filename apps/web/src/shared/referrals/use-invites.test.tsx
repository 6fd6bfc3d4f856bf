import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { press, setUpScreen, type } from '../../testing/screen.tsx'
import { InviteFields } from './invite-fields.tsx'
import { useInvites } from './use-invites.ts'

/** Answers the request that waits, or loses its answer. */
let answer: (_?: 'lost') => void
let keys: (string | undefined)[]

const { draw, button, field } = setUpScreen()
function Form() {
  const invites = useInvites()
  return (
    <>
      <InviteFields invites={invites} />
      <button type="button" onClick={() => void invites.send()}>
        Invite
      </button>
    </>
  )
}
const add = async (destination: string) => {
  await type(field('Email addresses'), destination)
  await press(button('Add'))
}

beforeEach(() => {
  keys = []
  vi.stubGlobal('fetch', (_: string, { headers }: { headers: Record<string, string> }) => {
    keys.push(headers['idempotency-key'])
    return new Promise<Response>((resolve, reject) => {
      answer = (lost) =>
        lost ? reject(new TypeError('network error')) : resolve(new Response('{ "success": true, "data": {} }'))
    })
  })
})

it('keeps who was added while the others were being invited', async () => {
  await draw(<Form />)
  await add('ada@example.com')
  await press(button('Invite'))
  await add('ben@example.com')
  await act(async () => answer())
  expect([...document.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual(['ben@example.com'])
})

it('repeats an invitation without an answer under its key, so that nobody was invited already', async () => {
  await draw(<Form />)
  await add('ada@example.com')
  await press(button('Invite'))
  await act(async () => answer('lost'))
  await press(button('Invite'))
  await act(async () => answer())
  await add('ben@example.com')
  await press(button('Invite'))
  const [first, second, next] = keys
  expect(first).toBeTruthy()
  expect(second).toBe(first)
  expect(next).not.toBe(first)
})
