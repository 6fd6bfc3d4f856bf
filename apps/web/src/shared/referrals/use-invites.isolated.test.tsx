import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { press, setUpScreen, type } from '../../testing/screen.tsx'

const server = vi.hoisted(() => ({ answer: (): void => undefined }))
vi.mock('./api.ts', () => ({ invite: () => new Promise<void>((resolve) => (server.answer = resolve)) }))
const { InviteFields } = await import('./invite-fields.tsx')
const { useInvites } = await import('./use-invites.ts')

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

beforeEach(() => sessionStorage.clear())

it('keeps who was added while the others were being invited', async () => {
  await draw(<Form />)
  await add('ada@example.com')
  await press(button('Invite'))
  await add('ben@example.com')
  await act(async () => server.answer())
  expect([...document.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual(['ben@example.com'])
})
