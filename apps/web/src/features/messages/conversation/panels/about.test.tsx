import { expect, it } from 'vitest'
import type { ChatUser } from '@fettle/protocol/chat/users/users'
import * as apiModule from '../../../../lib/http/api.ts'
import { replaceExports } from '../../../../testing/replace-exports.ts'
import { setUpScreen, waitFor } from '../../../../testing/screen.tsx'
import { AboutPane } from './about.tsx'
import { PaneContext } from './pane.tsx'
import * as mediaModule from './recent-media.tsx'

const server = { isAway: true }
replaceExports(mediaModule, { RecentMedia: () => null })
replaceExports(apiModule, {
  call: async () => {
    if (server.isAway) throw new Error('Away')
    return []
  },
})
const { draw, press, text } = setUpScreen({ queries: { retry: false } })

it('says which work with the customer could not be loaded, and loads it again', async () => {
  await draw(
    <PaneContext value={{ beside: true, closable: true, close: () => undefined }}>
      <AboutPane person={{ id: 'cus_1', name: 'Ngozi Eze' } as ChatUser} cid="messaging:a" onMedia={() => undefined} />
    </PaneContext>,
  )
  const messages = ['bookings', 'offers', 'contracts'].map((records) => `We couldn't load the ${records}.`)
  for (const message of messages) await waitFor(() => expect(text()).toContain(message))
  server.isAway = false
  for (const message of messages) {
    await press('Try again')
    await waitFor(() => expect(text()).not.toContain(message))
  }
})
