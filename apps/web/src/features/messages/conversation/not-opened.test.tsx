import { ChatError } from '@fettle/chat-client'
import { chatErrors, type ChatErrorName } from '@fettle/protocol/chat/core/errors'
import { describe, expect, it } from 'vitest'
import { setUpScreen } from '../../../testing/screen.tsx'
import { toasts } from '../../../testing/toasts.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { NotOpened } from './not-opened.tsx'

const { draw, text } = setUpScreen()

const refused = (name: ChatErrorName) => {
  const reason = { code: chatErrors[name].reason }
  return new ChatError('No.', reason, { ...chatErrors[name], reason, message: 'No.' })
}

describe('a conversation that could not be opened', () => {
  it.each([
    ['does not exist', refused('DOES_NOT_EXIST'), 'The link may be wrong'],
    ['is not one’s own', refused('NOT_ALLOWED'), 'The link may be wrong'],
    ['was not answered', new ChatError('Lost.', { code: 'chat-client.connection-lost' }), 'Check your connection'],
    ['failed for now', refused('INTERNAL'), 'Check your connection'],
  ])('says what may help when it %s', async (_, error, advice) => {
    await draw(<NotOpened error={error} busy={false} retry={() => undefined} />)
    expect(text()).toContain('Failed to create or get channel')
    expect(text()).toContain(advice)
  })

  it('is an error toast, too', async () => {
    toast.clear()
    await draw(<NotOpened error={refused('INTERNAL')} busy={false} retry={() => undefined} />)
    expect(toasts()).toEqual([['error', 'Failed to create or get channel']])
  })
})
