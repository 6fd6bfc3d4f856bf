import type { MessageView } from '@fettle/chat-client'
import type { Poll } from '@fettle/protocol/chat/polls/polls'
import { beforeEach, describe, expect, it } from 'vitest'
import * as pollsModule from './polls/polls.ts'
import { MessageListContext } from '../conversation/list/list-context.ts'
import { Reactions } from './actions/reactions.tsx'
import { default as PollInMessage } from './polls/poll.tsx'
import { setUpScreen } from '../../../testing/screen.tsx'
import { replaceExports } from '../../../testing/replace-exports.ts'

const poll: Poll = {
  id: 'p1',
  cid: 'messaging:a',
  messageId: 'm1',
  createdBy: 'me',
  name: 'When?',
  description: '',
  options: [
    { id: 'o1', text: 'Monday', suggestedBy: null },
    { id: 'o2', text: 'Friday', suggestedBy: null },
  ],
  allowAnswers: true,
  allowUserSuggestedOptions: true,
  enforceUniqueVote: false,
  maxVotesAllowed: null,
  votingVisibility: 'public',
  isClosed: false,
  voteCountsByOption: { o1: 1 },
  answersCount: 0,
  version: 1,
  createdAt: '2026-11-21T08:00:00Z',
}
const own = { optionIds: ['o1'], answer: null, version: 1 }
let shown = poll
replaceExports(pollsModule, { polls: {}, usePoll: () => ({ poll: shown, own, failed: false, load: () => undefined }) })
beforeEach(() => void (shown = poll))

const message = {
  id: 'm1',
  cid: 'messaging:a',
  text: 'When?',
  reactions: [
    { emoji: '👍', userIds: ['me'] },
    { emoji: '🎉', userIds: ['them'] },
  ],
} as unknown as MessageView

const screen = setUpScreen()
const draw = (actions: { closed: boolean; readOnly: boolean }) =>
  screen.draw(
    <MessageListContext value={{ connected: true, me: 'me', nameOfUser: () => 'Ada', actions } as never}>
      <Reactions message={message} />
      <PollInMessage message={message} pollId="p1" />
    </MessageListContext>,
  )
/** Names of what can be pressed. */
const offered = () =>
  [...document.querySelectorAll<HTMLButtonElement | HTMLInputElement>('button, input')]
    .filter(({ disabled }) => !disabled)
    .map(
      (each) =>
        each.ariaLabel ?? (each.closest('label') ?? each).querySelector('[dir]')?.textContent ?? each.textContent,
    )

describe('reactions and a poll', () => {
  it('can be used in an open conversation', async () => {
    await draw({ closed: false, readOnly: false })
    expect(offered()).toEqual([
      '👍: You',
      '🎉: Ada',
      'Monday',
      'Friday',
      'Suggest an option',
      'Answer',
      'Results',
      'Close poll',
    ])
  })

  it('only take back and end in a closed one, as the chat refuses the rest', async () => {
    await draw({ closed: true, readOnly: false })
    expect(offered()).toEqual(['👍: You', 'Monday', 'Results', 'Close poll'])
  })

  it('can only be looked at with a suspended account', async () => {
    await draw({ closed: true, readOnly: true })
    expect(offered()).toEqual(['Results'])
  })
})

describe('a poll of many options', () => {
  it('shows ten and those one has voted for, until all are wanted', async () => {
    const options = Array.from({ length: 20 }, (_, n) => ({ id: `t${n}`, text: `Tile ${n}`, suggestedBy: null }))
    shown = { ...poll, options: [...options, { id: 'o1', text: 'Monday', suggestedBy: null }] }
    await draw({ closed: false, readOnly: false })
    const ofOptions = () => offered().filter((name) => /^(Tile|Monday)/.test(name ?? ''))
    expect(ofOptions()).toEqual([...options.slice(0, 10).map(({ text }) => text), 'Monday'])
    await screen.press('Show all 21')
    expect(ofOptions()).toHaveLength(21)
    await screen.press('Show fewer')
    expect(ofOptions()).toHaveLength(11)
  })
})
