import { expect, it, vi } from 'vitest'
import { message } from '../../../../testing/conversation.fixture.ts'
import { setUpScreen } from '../../../../testing/screen.tsx'
import type { MessageActions } from '../../message/actions/use-message-actions.ts'
import { useMessageKeys } from './use-message-keys.ts'

const { draw } = setUpScreen()
const reply = vi.fn<MessageActions['reply']>()
const messages = [message('chidi', '2026-11-20T09:00:00Z', { id: 'a', seq: 4 })]

function List() {
  const { onKeyDown } = useMessageKeys({ messages, actions: { reply } as unknown as MessageActions, leave: vi.fn() })
  return (
    <div role="listbox" tabIndex={-1} onKeyDown={onKeyDown}>
      <p data-message="a">Hello</p>
    </div>
  )
}

it('R replies to a message, on a keyboard with other letters too', async () => {
  await draw(<List />)
  const press = (key: string) =>
    document.querySelector('p')?.dispatchEvent(new KeyboardEvent('keydown', { key, code: 'KeyR', bubbles: true }))
  press('r')
  press('ق')
  expect(reply).toHaveBeenCalledTimes(2)
})
