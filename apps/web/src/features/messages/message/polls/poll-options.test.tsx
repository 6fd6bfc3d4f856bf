import type { Poll } from '@fettle/protocol/chat/polls/polls'
import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { expect, it } from 'vitest'
import { setUpScreen } from '../../../../testing/screen.tsx'
import { MessageListContext, type ListContext } from '../../conversation/list/list-context.ts'
import { PollOptions } from './poll-options.tsx'

const { draw, text } = setUpScreen()

/** As a language would have it where "you" alone is another word. */
const bySelf = msg`Suggested by you`

it('names who suggested an option in one sentence, also where the reader did', async () => {
  const context = { me: 'usr_1', nameOfUser: () => 'Tunde', actions: {} } as unknown as ListContext
  const options = [
    { id: 'opt_1', text: 'Monday', suggestedBy: null },
    { id: 'opt_2', text: 'Tuesday', suggestedBy: 'usr_1' },
    { id: 'opt_3', text: 'Friday', suggestedBy: 'usr_2' },
  ] as Poll['options']
  i18n.loadAndActivate({ locale: 'en', messages: { [bySelf.id]: 'Your own suggestion' } })
  await draw(
    <MessageListContext value={context}>
      <PollOptions
        poll={{ enforceUniqueVote: true, isClosed: false } as Poll}
        options={options}
        ownOptionIds={[]}
        counts={{}}
        onTap={() => undefined}
        tabIndex={0}
        labelledBy="question"
      />
    </MessageListContext>,
  )
  expect(text()).toContain('TuesdayYour own suggestion')
  expect(text()).toContain('FridaySuggested by Tunde')
})
