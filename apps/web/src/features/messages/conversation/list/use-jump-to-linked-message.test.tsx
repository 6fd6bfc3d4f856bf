import { ChatError } from '@fettle/chat-client'
import { expect, it, vi } from 'vitest'
import { setUpScreen } from '../../../../testing/screen.tsx'
import type { MessageListStore } from './list-context.ts'
import { useJumpToLinkedMessage } from './use-jump-to-linked-message.ts'

const { draw } = setUpScreen()
const startAt = { id: 'msg_1', key: 'first visit' }

interface ListProps {
  store: MessageListStore
  ready: boolean
  jumpTo: (seq: number) => void
}

function List({ store, ready, jumpTo }: ListProps) {
  useJumpToLinkedMessage({ startAt, ready, store, jumpTo })
  return null
}

it('jumps to the message of a link after a reconnect when the connection broke before', async () => {
  const lost = new ChatError('The connection was lost.', { code: 'chat-client.connection-lost' })
  const jumpToMessage = vi.fn().mockRejectedValueOnce(lost).mockResolvedValue(7)
  const jumpTo = vi.fn()
  const list = { store: { jumpToMessage } as unknown as MessageListStore, jumpTo }
  for (const ready of [true, false, true, false, true]) await draw(<List {...list} ready={ready} />)
  expect(jumpToMessage).toHaveBeenCalledTimes(2)
  expect(jumpTo).toHaveBeenCalledExactlyOnceWith(7)
})
