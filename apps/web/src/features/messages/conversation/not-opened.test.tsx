import { ChatError } from '@fettle/chat-client'
import { chatErrors, type ChatErrorName } from '@fettle/protocol/chat/core/errors'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { NotOpened } from './not-opened.tsx'

afterEach(() => vi.unstubAllGlobals())

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
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    const room = document.createElement('div')
    const root = createRoot(room)
    await act(async () =>
      root.render(
        <I18nProvider i18n={i18n}>
          <MemoryRouter>
            <NotOpened error={error} busy={false} retry={() => undefined} />
          </MemoryRouter>
        </I18nProvider>,
      ),
    )
    expect(room.textContent).toContain('Failed to create or get channel')
    expect(room.textContent).toContain(advice)
    await act(async () => root.unmount())
  })
})
