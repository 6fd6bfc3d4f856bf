import { act } from 'react'
import { expect, it } from 'vitest'
import type { QueuedMutation } from '../../../lib/offline/mutation-queue.ts'
import { replaceExports } from '../../../testing/replace-exports.ts'
import { setUpScreen } from '../../../testing/screen.tsx'
import * as localDraftsModule from './local-drafts.ts'
import { LocalDraftNote } from './local-draft-note.tsx'

replaceExports(localDraftsModule, { retryLocalOffer: async () => undefined })
const { draw, button, press, text } = setUpScreen()

it('leaves the focus on the page when the offer is sent again', async () => {
  const refused = { id: 'q1', state: 'review', refusal: { code: 'INTERNAL', message: 'Away.' } } as QueuedMutation
  const show = (mutation: QueuedMutation) =>
    draw(
      <main id="main" tabIndex={-1}>
        <LocalDraftNote mutation={mutation} />
      </main>,
    )
  await show(refused)
  await act(async () => button('Try again').focus())
  await press('Try again')
  await show({ ...refused, state: 'waiting' })
  expect(text()).toContain('Syncing this offer…')
  expect(document.activeElement?.id).toBe('main')
})
