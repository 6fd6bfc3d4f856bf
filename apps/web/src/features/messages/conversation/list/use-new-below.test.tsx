import type { MessageView } from '@fettle/chat-client'
import { expect, it } from 'vitest'
import { setUpScreen } from '../../../../testing/screen.tsx'
import { useNewBelow } from './use-new-below.ts'

const { draw, text } = setUpScreen()
const message = (seq: number | null, isMine = false) => ({ seq, isMine }) as MessageView

function Count({ messages, atEnd }: { messages: MessageView[]; atEnd: boolean }) {
  return useNewBelow(messages, atEnd)
}

it('counts what others wrote since the end was left, until it is reached again', async () => {
  const old = [message(1), message(2)]
  await draw(<Count messages={old} atEnd />)
  await draw(<Count messages={old} atEnd={false} />)
  expect(text()).toBe('0')
  const more = [...old, message(3), message(4, true), message(5), message(null)]
  await draw(<Count messages={more} atEnd={false} />)
  expect(text()).toBe('2')
  await draw(<Count messages={more} atEnd />)
  await draw(<Count messages={more} atEnd={false} />)
  expect(text()).toBe('0')
})
