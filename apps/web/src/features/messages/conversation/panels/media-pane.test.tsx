import { expect, it } from 'vitest'
import { replaceExports } from '../../../../testing/replace-exports.ts'
import { setUpScreen } from '../../../../testing/screen.tsx'
import { toasts } from '../../../../testing/toasts.ts'
import { MediaPane } from './media-pane.tsx'
import { PaneContext } from './pane.tsx'
import * as mediaModule from './use-media.ts'

const loaded = { data: { pages: [] }, isPending: false, isError: false, isFetching: false, hasNextPage: true }
replaceExports(mediaModule, {
  useConversationMedia: () => ({ ...loaded, fetchNextPage: async () => ({ isError: true, error: new Error('Away') }) }),
})

const { draw, press } = setUpScreen()

it('shows an error toast when more pictures could not be loaded', async () => {
  await draw(
    <PaneContext value={{ beside: true, closable: true, close: () => undefined }}>
      <MediaPane cid="messaging:a" connected goTo={() => undefined} />
    </PaneContext>,
  )
  await press('Load more')
  expect(toasts()).toEqual([['error', "Couldn't load them", 'Away']])
})
