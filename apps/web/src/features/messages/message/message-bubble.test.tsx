import type { MessageView } from '@fettle/chat-client'
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { setUpScreen } from '../../../testing/screen.tsx'
import { MessageListContext } from '../conversation/list/list-context.ts'
import { MessageBubble } from './message-bubble.tsx'

const { draw, button, press } = setUpScreen()
const store = { retry: vi.fn(), cancel: vi.fn() }
const context = { store, connected: true, me: 'me', nameOfUser: () => 'Ada', actions: { closed: true } }

it('leaves the focus in the list when a message is sent again', async () => {
  const show = (state: MessageView['state']) => {
    const message = {
      id: 'm1',
      cid: 'messaging:a',
      text: 'Hello',
      isMine: true,
      kind: 'text',
      state,
      createdAt: '2026-11-21T08:00:00Z',
    }
    return draw(
      <MessageListContext value={context as never}>
        <section tabIndex={-1} aria-label="Conversation">
          <MessageBubble message={message as never} startsGroup endsGroup />
        </section>
      </MessageListContext>,
    )
  }
  await show('failed')
  await act(async () => button('Try again').focus())
  await press('Try again')
  expect(store.retry).toHaveBeenCalledExactlyOnceWith('m1')
  await show('queued')
  expect(document.activeElement?.ariaLabel).toBe('Conversation')
})
