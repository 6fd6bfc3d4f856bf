import type { ChannelStore, PollsSnapshot } from '@fettle/chat-client'
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { chat, polls } from '../lib/chat.ts'
import { answerCalls, receivedCalls, refuse } from '../testing/back-end.ts'
import { choosePhotos, fieldOf, press, readScreen, show, type } from '../testing/screen.ts'
import { ConversationPage } from './conversation.tsx'

const cid = 'messaging:one'
const ada = { userId: 'usr_1', user: { id: 'usr_1', name: 'Ada' } }
const message = {
  id: 'msg_1',
  cid,
  kind: 'regular',
  text: 'Hello',
  isMine: true,
  state: 'failed',
  attachments: [],
  createdAt: '2026-12-02T18:00:00.000Z',
  card: null,
  deletedAt: null,
}
const poll = {
  id: 'pol_1',
  cid,
  isClosed: false,
  enforceUniqueVote: true,
  maxVotesAllowed: null,
  options: [
    { id: 'opt_1', text: 'Monday' },
    { id: 'opt_2', text: 'Tuesday' },
  ],
  voteCountsByOption: { opt_1: 1, opt_2: 0 },
}

const nothing = () => undefined

/** Shows a conversation with Ada, with these parts of its state and these commands. */
function converse(changes: object = {}) {
  const snapshot = { channel: { members: [ada] }, messages: [message], status: 'ready', typing: [], hasOlder: false }
  const state = { ...snapshot, ...changes }
  const commands = { open: async () => undefined, close: nothing, markRead: nothing, keystroke: nothing }
  const channel = { ...commands, ...changes, subscribe: () => nothing, getSnapshot: () => state }
  vi.spyOn(chat, 'channel').mockReturnValue(channel as unknown as ChannelStore)
}

/** A poll among the messages, with the customer's votes. */
function showPoll(changes: object = {}, optionIds: string[] = []) {
  const snapshot = { polls: { [poll.id]: { ...poll, ...changes } }, own: { [poll.id]: { optionIds } } }
  vi.spyOn(polls, 'show').mockResolvedValue()
  vi.spyOn(polls, 'getSnapshot').mockReturnValue(snapshot as unknown as PollsSnapshot)
  converse({ messages: [{ ...message, isMine: false, state: null, text: 'Which day?', pollId: poll.id }] })
}

Element.prototype.scrollIntoView = nothing
let grow: () => void = nothing
globalThis.ResizeObserver = class {
  constructor(onResize: ResizeObserverCallback) {
    grow = () => onResize([], this)
  }
  observe = nothing
  unobserve = nothing
  disconnect = nothing
}
HTMLDialogElement.prototype.showModal ??= nothing
beforeEach(() => {
  const connected = { ...chat.getSnapshot(), connected: true }
  vi.spyOn(chat, 'getSnapshot').mockReturnValue(connected)
  converse()
})

it('keeps a photo that could not be sent, to send it again', async () => {
  let isBroken = true
  answerCalls({ sendFile: () => (isBroken ? refuse(502, 'That did not work.') : {}) })
  await show(<ConversationPage cid={cid} />)
  await choosePhotos('Send a photo', 'sink.jpg')
  await expect.poll(readScreen).toMatch('sink.jpg could not be sent.')
  isBroken = false
  await press('Send the photo again')
  expect(document.body.textContent).not.toContain('could not be sent')
  const sent = receivedCalls.filter(({ path }) => path === 'calls/sendFile')
  expect([sent.map(({ photo }) => photo), new Set(sent.map(({ key }) => key)).size]).toEqual([
    ['sink.jpg', 'sink.jpg'],
    1,
  ])
})

it('keeps a photo that could not be sent while its sender looks at something else', async () => {
  answerCalls({ sendFile: () => refuse(502, 'That did not work.') })
  await show(<ConversationPage cid={cid} />)
  await choosePhotos('Send a photo', 'roof.jpg')
  await expect.poll(readScreen).toMatch('roof.jpg could not be sent.')
  await show(<p>Something else</p>)
  await show(<ConversationPage cid={cid} />)
  expect(await readScreen()).toContain('roof.jpg could not be sent.')
  await press('Discard')
  await show(<p>Something else</p>)
  await show(<ConversationPage cid={cid} />)
  expect(await readScreen()).not.toContain('could not be sent.')
})

it('keeps a photo whose sending failed after its sender had left', async () => {
  let answer = (_: Response): void => undefined
  answerCalls({ sendFile: () => new Promise<Response>((resolve) => (answer = resolve)) })
  await show(<ConversationPage cid={cid} />)
  await choosePhotos('Send a photo', 'wall.jpg')
  await show(<p>Something else</p>)
  await act(async () => answer(refuse(502, 'That did not work.')))
  await show(<ConversationPage cid={cid} />)
  await expect.poll(readScreen).toMatch('wall.jpg could not be sent.')
  await press('Discard')
})

it('sends a message again that could not be sent', async () => {
  const retry = vi.fn()
  converse({ retry })
  await show(<ConversationPage cid={cid} />)
  await press('Send again')
  expect(retry).toHaveBeenCalledExactlyOnceWith('msg_1')
})

it('stays at the end when a photo or a poll takes its room', async () => {
  await show(<ConversationPage cid={cid} />)
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
  grow()
  expect(scroll).toHaveBeenCalledOnce()
})

it('deletes a message that could not be sent', async () => {
  const cancel = vi.fn()
  converse({ cancel })
  await show(<ConversationPage cid={cid} />)
  await press('Delete')
  expect(cancel).toHaveBeenCalledExactlyOnceWith('msg_1')
})

it('says that a message waits for the connection', async () => {
  converse({ messages: [{ ...message, state: 'queued' }] })
  await show(<ConversationPage cid={cid} />)
  await expect.poll(readScreen).toMatch('waiting to be sent')
})

it('keeps a text that was not sent while its writer looks at something else', async () => {
  const field = () => document.querySelector<HTMLInputElement>('input[aria-label="Message to Ada"]')
  await show(<ConversationPage cid={cid} />)
  await type(field(), 'Is Monday')
  await show(<p>Something else</p>)
  await show(<ConversationPage cid={cid} />)
  expect(field()?.value).toBe('Is Monday')
})

it('scrolls to a new message only at the end of the conversation, and reads it there', async () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
  const position = vi.spyOn(Element.prototype, 'getBoundingClientRect')
  const markRead = vi.fn()
  let changed = nothing
  let state = { channel: { members: [ada] }, messages: [message], status: 'ready', typing: [], hasOlder: false }
  const subscribe = (listener: () => void) => {
    changed = () => listener() as undefined
    return nothing
  }
  const receive = (id: string, isMine: boolean) =>
    act(async () => {
      state = { ...state, messages: [...state.messages, { ...message, id, isMine }] }
      changed()
    })
  const scrollTo = (top: number) =>
    act(async () => {
      position.mockReturnValue(new DOMRect(0, top, 100, 0))
      window.dispatchEvent(new Event('scroll'))
    })
  const channel = { open: async () => undefined, close: nothing, keystroke: nothing, markRead, subscribe }
  vi.spyOn(chat, 'channel').mockReturnValue({ ...channel, getSnapshot: () => state } as unknown as ChannelStore)
  await show(<ConversationPage cid={cid} />)
  await scrollTo(window.innerHeight + 2000)
  scroll.mockClear()
  markRead.mockClear()
  await receive('msg_2', false)
  expect([scroll.mock.calls.length, markRead.mock.calls.length]).toEqual([0, 0])
  await receive('msg_3', true)
  expect(scroll).toHaveBeenCalledOnce()
  await scrollTo(window.innerHeight - 100)
  expect(markRead).toHaveBeenCalled()
  await receive('msg_4', false)
  expect(scroll).toHaveBeenCalledTimes(2)
})

it('reads messages once the page is visible', async () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const markRead = vi.fn()
  converse({ markRead })
  await show(<ConversationPage cid={cid} />)
  expect(markRead).not.toHaveBeenCalled()
  visibility.mockReturnValue('visible')
  await act(async () => document.dispatchEvent(new Event('visibilitychange')))
  expect(markRead).toHaveBeenCalledOnce()
})

it('plays voice messages, and opens files, places and disputes', async () => {
  const attachments = ['voice', 'file'].map((kind) => ({ id: `att_${kind}`, kind, name: 'plan.pdf' }))
  const files = attachments.map(({ id }) => ({ id, url: `/files/${id}` }))
  vi.spyOn(chat, 'call').mockResolvedValue({ files, expiresInSeconds: 300 })
  const card = { type: 'dispute', id: 'dsp_1' }
  converse({
    messages: [
      { ...message, attachments },
      { ...message, id: 'msg_2', location: { latitude: 6.45, longitude: 3.4 } },
      { ...message, id: 'msg_3', kind: 'system', card },
    ],
  })
  await show(<ConversationPage cid={cid} />)
  await vi.waitFor(async () => {
    await readScreen()
    expect(document.querySelector('audio')?.src).toBe('https://fettle.example/files/att_voice')
  })
  const links = [...document.querySelectorAll('li a')].map((link) => link.getAttribute('href'))
  expect(links).toEqual([
    'https://fettle.example/files/att_file',
    'https://www.openstreetmap.org/?mlat=6.45&mlon=3.4',
    '#disputes/dsp_1',
  ])
})

it('says that a conversation could not be opened, and opens it when asked to try again', async () => {
  const open = vi.fn().mockRejectedValueOnce(new Error('connection lost')).mockResolvedValue(undefined)
  converse({ channel: null, messages: [], status: 'failed', open })
  await show(<ConversationPage cid={cid} />)
  await expect.poll(readScreen).toMatch('This conversation could not be opened.')
  await press('Try again')
  expect(open).toHaveBeenCalledTimes(2)
})

it('shows the options of a poll with their votes, and lets the customer vote', async () => {
  showPoll()
  const vote = vi.spyOn(polls, 'vote').mockResolvedValue()
  await show(<ConversationPage cid={cid} />)
  await expect.poll(readScreen).toMatch('Monday1 vote')
  await act(async () => fieldOf('Tuesday').click())
  expect(vote).toHaveBeenCalledExactlyOnceWith(cid, 'pol_1', 'opt_2')
})

it('withdraws one of several votes, and takes no more than the poll allows', async () => {
  showPoll({ enforceUniqueVote: false, maxVotesAllowed: 1 }, ['opt_1'])
  const unvote = vi.spyOn(polls, 'unvote').mockRejectedValueOnce(new Error('connection lost'))
  await show(<ConversationPage cid={cid} />)
  await expect.poll(readScreen).toMatch('Choose up to 1')
  expect(fieldOf('Tuesday').disabled).toBe(true)
  await act(async () => fieldOf('Monday').click())
  expect(unvote).toHaveBeenCalledExactlyOnceWith(cid, 'pol_1', 'opt_1')
  await expect.poll(readScreen).toMatch('Your vote was not counted. Please try again.')
})

it('shows only the results of a closed poll', async () => {
  showPoll({ isClosed: true }, ['opt_1'])
  await show(<ConversationPage cid={cid} />)
  await expect.poll(readScreen).toMatch('Monday (your vote)1 vote')
  expect(fieldOf('Monday')).toBeUndefined()
})

it('shows the answers to a poll that allows them, and lets the customer answer', async () => {
  showPoll({ options: [], allowAnswers: true, answersCount: 1, version: 1 })
  const voices = [{ user: ada.user, optionId: null, answer: 'Better on Friday', at: message.createdAt }]
  const ask = vi.spyOn(chat, 'call').mockResolvedValue({ voices, next: null } as never)
  const answer = vi.spyOn(polls, 'answer').mockResolvedValue()
  await show(<ConversationPage cid={cid} />)
  await vi.waitFor(async () => expect(await readScreen()).toContain('Ada: Better on Friday'))
  expect(ask).toHaveBeenCalledWith('polls.voices', { cid, pollId: 'pol_1', offset: 0 })
  await press('Answer')
  await type('leave it empty', 'Any day')
  await press('Send')
  expect(answer).toHaveBeenCalledExactlyOnceWith(cid, 'pol_1', 'Any day')
  // Another text of the same customer changes their version only.
  ask.mockResolvedValue({ voices: [{ ...voices[0], answer: 'Any day' }], next: null } as never)
  const snapshot = polls.getSnapshot()
  vi.spyOn(polls, 'getSnapshot').mockReturnValue({
    ...snapshot,
    own: { pol_1: { optionIds: [], answer: null, version: 2 } },
  })
  await type(document.querySelector('input[aria-label="Message to Ada"]'), 'Hello')
  await vi.waitFor(async () => expect(await readScreen()).toContain('Ada: Any day'))
  showPoll({ isClosed: true, options: [], allowAnswers: true, answersCount: 1, version: 2 })
  await show(<ConversationPage cid={cid} />)
  await vi.waitFor(async () => expect(await readScreen()).toContain('Ada: Any day'))
  expect([...document.querySelectorAll('button')].map((button) => button.textContent)).not.toContain('Answer')
})

it('keeps a message that is too long in its field, and says so', async () => {
  const send = vi.fn()
  converse({ send })
  await show(<ConversationPage cid={cid} />)
  const field = () => document.querySelector<HTMLInputElement>('input[aria-label="Message to Ada"]')
  await type(field(), 'a'.repeat(5_001))
  await press(/^Send$/)
  expect(send).not.toHaveBeenCalled()
  expect(field()?.value).toHaveLength(5_001)
  expect(await readScreen()).toContain('This message has 5,001 characters. Send at most 5,000 at once.')
  await type(field(), 'a'.repeat(5_000))
  expect(await readScreen()).not.toContain('Send at most')
  await press(/^Send$/)
  expect(send).toHaveBeenCalledOnce()
})

it('says why a message was not sent', async () => {
  const failure = { code: 17, message: 'This conversation is blocked.' }
  converse({ messages: [{ ...message, failure }] })
  await show(<ConversationPage cid={cid} />)
  expect(await readScreen()).toContain('not sent: This conversation is blocked.')
})
