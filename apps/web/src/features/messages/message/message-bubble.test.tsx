import type { MessageView } from '@fettle/chat-client'
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { setUpScreen } from '../../../testing/screen.tsx'
import { MessageListContext } from '../conversation/list/list-context.ts'
import { MessageBubble } from './message-bubble.tsx'

const { draw, button, press, text } = setUpScreen()
const store = { retry: vi.fn(), cancel: vi.fn() }
const edit = vi.fn()
const contextOf = (closed: boolean) => ({
  store,
  connected: true,
  me: 'me',
  nameOfUser: () => 'Ada',
  actions: { closed, edit },
})
const show = (more: Partial<MessageView>, { closed = true } = {}) => {
  const message = {
    id: 'm1',
    cid: 'messaging:a',
    text: 'Hello',
    isMine: true,
    kind: 'text',
    seq: null,
    createdAt: '2026-11-21T08:00:00Z',
    ...more,
  }
  return draw(
    <MessageListContext value={contextOf(closed) as never}>
      <section tabIndex={-1} aria-label="Conversation">
        <MessageBubble message={message as never} startsGroup endsGroup />
      </section>
    </MessageListContext>,
  )
}

it('offers to edit a message that is too long, instead of sending it again as it is', async () => {
  const failure = { reason: { code: 'chat.message-too-long' }, message: 'This message is too long.' } as never
  await show({ state: 'failed', failure }, { closed: false })
  expect(text()).toContain('This message is too long.')
  expect(button('Try again')).toBeUndefined()
  await press('Edit')
  expect(edit).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 'm1', text: 'Hello' }))
  expect(button('Delete')).toBeDefined()
  await show({ state: 'failed', failure }, { closed: true })
  expect(button('Edit')).toBeUndefined()
})

it('leaves the focus in the list when a message is sent again', async () => {
  await show({ state: 'failed' })
  await act(async () => button('Try again').focus())
  await press('Try again')
  expect(store.retry).toHaveBeenCalledExactlyOnceWith('m1')
  await show({ state: 'queued' })
  expect(document.activeElement?.ariaLabel).toBe('Conversation')
})
