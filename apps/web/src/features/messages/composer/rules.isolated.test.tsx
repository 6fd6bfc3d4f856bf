import { ChatError, type ChannelStore, type MessageView } from '@fettle/chat-client'
import { limits } from '@fettle/protocol/common/limits'
import { pollMessages } from '@fettle/protocol/chat/chat.messages'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toasts } from '../../../testing/toasts.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import type { ComposerTools } from './composer-tools.ts'
import type { FilesToSend } from './uploads/uploads.ts'
import { createStore } from '@fettle/chat-client/store'
import { setUpScreen } from '../../../testing/screen.tsx'
import { chatLimits } from '@fettle/protocol/chat/core/limits'

// Checks the composer's rules, their order and their messages.

const chat = vi.hoisted(() => ({
  call: vi.fn(),
  onFrame: () => () => undefined,
  onRecovery: () => () => undefined,
  onReset: () => () => undefined,
}))
vi.mock('../connection/chat.ts', () => ({ chat }))
const { createSender } = await import('./send.ts')
const { SendButton } = await import('./send-button.tsx')
const { SchedulePanel } = await import('./schedule/schedule-panel.tsx')
const { MAX_LEAD_MS } = await import('./schedule/send-time.ts')
const { ScheduledBar } = await import('./schedule/scheduled-list.tsx')
const { CreatePoll } = await import('../message/polls/create-poll.tsx')
const { useVotes } = await import('../message/polls/use-votes.ts')

const { draw } = setUpScreen()
const find = (selector: 'button' | 'input', name: string) => {
  const all = [...document.querySelectorAll(selector)]
  const found = all.find((each) => (each.getAttribute('aria-label') ?? each.textContent) === name)
  if (!found) throw new Error(`Found no ${selector} named ${name}`)
  return found
}

beforeEach(() => void chat.call.mockReset().mockResolvedValue({}))

afterEach(() => toast.clear())

describe('voting in a poll', () => {
  it('beyond the limit shows a hint and sends nothing', async () => {
    const poll = {
      id: 'pol_1',
      cid: 'messaging:a',
      messageId: 'm1',
      createdBy: 'cus_1',
      name: 'When?',
      description: '',
      options: ['a', 'b', 'c'].map((id) => ({ id, text: id, suggestedBy: null })),
      isClosed: false,
      allowAnswers: false,
      allowUserSuggestedOptions: false,
      enforceUniqueVote: false,
      maxVotesAllowed: 2,
      votingVisibility: 'public' as const,
      voteCountsByOption: {},
      answersCount: 0,
      createdAt: '2026-11-21T08:00:00Z',
      version: 1,
    }
    function Third() {
      const { tap } = useVotes(poll, { optionIds: ['a', 'b'], answer: null, version: 2 })
      return (
        <button type="button" onClick={() => tap('c')}>
          c
        </button>
      )
    }
    await draw(<Third />)
    await act(async () => find('button', 'c').click())
    expect(toasts()).toEqual([['info', 'Reached the vote limit. Remove an existing vote first.']])
    expect(chat.call).not.toHaveBeenCalled()
  })
})

const nothing = () => undefined

function composer(text: string, overrides: Partial<FilesToSend> = {}, editing?: MessageView) {
  const send = vi.fn()
  const edit = vi.fn()
  const retry = vi.fn(() => true)
  const onEditing = vi.fn()
  const composerText = createStore(text)
  const store = {
    cid: 'messaging:a',
    send,
    edit,
    retry,
    getSnapshot: () => ({ channel: null }),
  } as unknown as ChannelStore
  const tools = {
    target: { store, parentId: null },
    me: 'usr_1',
    composerText,
    field: { current: null },
    previews: { urls: () => [], reset: nothing },
    focus: nothing,
    files: () => files,
    sendLater: (at: string) => sender.sendLater(at),
  } as unknown as ComposerTools
  const files = { uploads: [], sendProblem: null, take: () => [], ...overrides } as unknown as FilesToSend
  const message = { quoted: undefined, onQuoted: nothing, editing, onEditing, onSent: nothing }
  const sender = createSender(tools, { ...message, files, clearDraft: nothing })
  return { send, edit, retry, onEditing, composerText, sender, tools }
}

describe('an edited message', () => {
  const edited = { id: 'm1', text: 'I come on Monday.' } as MessageView
  async function save() {
    const all = composer('I come on Tuesday.', {}, edited)
    let saved = (): void => undefined
    all.edit.mockReturnValue(new Promise<void>((resolve) => (saved = resolve)))
    all.sender.send()
    return { ...all, saved: () => act(async () => saved()) }
  }

  it('is closed once it is saved', async () => {
    const { edit, onEditing, saved } = await save()
    expect(edit).toHaveBeenCalledExactlyOnceWith('m1', 'I come on Tuesday.', { mentions: [] })
    expect(onEditing).not.toHaveBeenCalled()
    await saved()
    expect(onEditing).toHaveBeenCalledExactlyOnceWith(undefined)
  })

  it('that is saved late leaves what is written meanwhile, here or in another message', async () => {
    const { composerText, onEditing, saved } = await save()
    composerText.set('I come on Tuesday at nine.')
    await saved()
    expect(onEditing).not.toHaveBeenCalled()
  })

  it('can be changed back while it is being saved', async () => {
    const { composerText, sender, edit } = await save()
    composerText.set('I come on Monday.')
    sender.send()
    expect(edit).toHaveBeenLastCalledWith('m1', 'I come on Monday.', { mentions: [] })
  })
})

describe('an edited message that was not sent', () => {
  const failed = { id: 'm1', text: 'Too long', state: 'failed' } as MessageView

  it('is sent with its new text', () => {
    const { retry, edit, send, onEditing, sender } = composer('Short', {}, failed)
    sender.send()
    expect(retry).toHaveBeenCalledExactlyOnceWith('m1', { text: 'Short', mentions: [] })
    expect(onEditing).toHaveBeenCalledExactlyOnceWith(undefined)
    expect([edit.mock.calls, send.mock.calls]).toEqual([[], []])
  })

  it('is not lost where it was deleted meanwhile', () => {
    const { retry, send, sender } = composer('Short', {}, failed)
    retry.mockReturnValue(false)
    sender.send()
    expect(send).toHaveBeenCalledExactlyOnceWith('Short', { mentions: [] })
  })
})

describe('text with markup only', () => {
  it.each(['', '  ', '****', '> ', '```\n```', '- '])('counts as empty: %j is not sent, and stays', async (text) => {
    const { send, composerText, sender } = composer(text)
    sender.send()
    expect(send).not.toHaveBeenCalled()
    expect(composerText.getSnapshot()).toBe(text)
    await draw(<SendButton composerText={composerText} editing={false} hasFiles={false} />)
    expect(find('button', 'Send').getAttribute('aria-disabled')).toBe('true')
  })

  it('can be sent with a file', () => {
    const { send, sender } = composer('**', { uploads: [{}] as never, take: () => [{ id: 'att_1' }] as never })
    sender.send()
    expect(send).toHaveBeenCalledExactlyOnceWith('**', { attachments: [{ id: 'att_1' }] })
  })
})

describe('running uploads', () => {
  it('prevent sending with a hint, and keep the text', () => {
    const sendProblem = 'chat-client.uploads-running'
    const { send, composerText, sender } = composer('Here it is', { uploads: [{}] as never, sendProblem })
    sender.send()
    expect(toasts()).toEqual([['error', 'Wait until all attachments have uploaded']])
    expect(send).not.toHaveBeenCalled()
    expect(composerText.getSnapshot()).toBe('Here it is')
  })
})

describe('scheduling a message', () => {
  async function scheduleFirstPreset(text: string, overrides: Partial<FilesToSend> = {}) {
    const { tools, composerText } = composer(text, overrides)
    const onClose = vi.fn()
    await draw(<SchedulePanel tools={tools} args="" onClose={onClose} />)
    await act(async () => document.querySelector<HTMLButtonElement>('dialog li button')?.click())
    const calls = chat.call.mock.calls.map(([name]) => name)
    return { calls, isClosed: onClose.mock.calls.length > 0, text: composerText.getSnapshot() }
  }
  const tooLong = 'a'.repeat(chatLimits.messageCharacters + 1)

  it.each([
    ['uploads run', 'Here it is', { uploads: [{}], sendProblem: 'chat-client.uploads-running' }],
    ['the text is too long', tooLong, {}],
    ['a variable is not filled in', 'It costs {{price}}.', {}],
  ])('says why and stays open while %s', async (_, text, overrides) => {
    expect(await scheduleFirstPreset(text, overrides as never)).toEqual({ calls: [], isClosed: false, text })
    expect(toasts()).toHaveLength(1)
    expect(toasts()[0]).toEqual([
      'error',
      expect.stringMatching(/^(Wait until all attachments|This message is too long|Fill in {{price}} first)/),
    ])
  })

  it('closes and says when it will be sent', async () => {
    chat.call.mockResolvedValue({ scheduled: { messageId: 'm1' } })
    const scheduled = await scheduleFirstPreset('See you soon')
    expect(scheduled).toEqual({ calls: ['scheduled.create'], isClosed: true, text: '' })
    expect(toasts()).toEqual([['success', expect.stringMatching(/^Scheduled for /)]])
  })

  it('keeps what is written while it is being scheduled', async () => {
    const { sender, composerText } = composer('See you soon')
    let answer = (): void => undefined
    chat.call.mockImplementation(() => new Promise((resolve) => (answer = () => resolve({ scheduled: {} }))))
    const scheduling = sender.sendLater('2026-11-30T09:00:00.000Z')
    composerText.set('And bring the key')
    answer()
    expect(await scheduling).toBe(true)
    expect(composerText.getSnapshot()).toBe('And bring the key')
  })

  it('again after a lost answer schedules it once, for the last time that was chosen', async () => {
    const { sender, composerText } = composer('See you soon')
    const scheduled = new Map<string, object>()
    let isLost = true
    chat.call.mockImplementation(async (name: string, input: Record<string, unknown>) => {
      if (name === 'scheduled.create') {
        const { id } = input['message'] as { id: string }
        // The service returns the one it has.
        if (!scheduled.has(id)) scheduled.set(id, { messageId: id, sendAt: input['sendAt'], version: 1 })
        if (isLost) throw new ChatError('The connection was lost.', { code: 'chat-client.connection-lost' })
        return { scheduled: scheduled.get(id) }
      }
      const id = String(input['messageId'])
      scheduled.set(id, { messageId: id, sendAt: input['sendAt'], version: 2 })
      return { scheduled: scheduled.get(id) }
    })
    await expect(sender.sendLater('2026-11-30T09:00:00.000Z')).rejects.toThrow('The connection was lost.')
    expect(composerText.getSnapshot()).toBe('See you soon')
    isLost = false
    await sender.sendLater('2026-11-30T10:00:00.000Z')
    expect([...scheduled.values()]).toMatchObject([{ sendAt: '2026-11-30T10:00:00.000Z' }])
  })
})

const pollPatterns = Object.values(pollMessages).map((text) => new RegExp(`^${text.replace(/\{\w+\}/g, '\\d+')}$`))
const isPollMessage = (text: string) => pollPatterns.some((pattern) => pattern.test(text))

it('a scheduled message of files only can be changed without adding words', async () => {
  const files = {
    cid: 'messaging:a',
    messageId: 'm1',
    text: '',
    sendAt: new Date(Date.now() + 3_600_000).toISOString(),
    state: 'waiting',
    problem: null,
    reason: null,
    createdAt: '2026-11-21T08:00:00Z',
    version: 1,
  }
  chat.call.mockImplementation((name: string) =>
    Promise.resolve(name === 'scheduled.list' ? { scheduled: [files] } : { scheduled: { ...files, version: 2 } }),
  )
  await draw(<ScheduledBar cid="messaging:a" connected />)
  await act(async () => document.querySelector('button')?.click())
  await act(async () => document.querySelector<HTMLElement>('[aria-label^="Change: "]')?.click())
  await act(async () => find('button', 'Save').click())
  expect(chat.call).toHaveBeenCalledWith(
    'scheduled.update',
    expect.objectContaining({ messageId: 'm1', sendAt: expect.any(String) }),
  )
})

it('a scheduled message whose text is changed keeps its exact time, which the field may not be able to show', async () => {
  const words = {
    cid: 'messaging:a',
    messageId: 'm2',
    text: 'On my way',
    // Further ahead than one can choose, and between two minutes.
    sendAt: new Date(Date.now() + MAX_LEAD_MS + 3_600_000).toISOString().replace(/:\d\d\.\d+Z/, ':30.500Z'),
    state: 'waiting',
    problem: null,
    reason: null,
    createdAt: '2026-11-21T08:00:00Z',
    version: 2,
  }
  chat.call.mockImplementation((name: string) =>
    Promise.resolve(name === 'scheduled.list' ? { scheduled: [words] } : { scheduled: { ...words, version: 3 } }),
  )
  await draw(<ScheduledBar cid="messaging:a" connected />)
  await act(async () => document.querySelector('button')?.click())
  await act(async () => document.querySelector<HTMLElement>('[aria-label^="Change: "]')?.click())
  await act(async () => find('button', 'Save').click())
  const { messageId, text, sendAt } = words
  expect(chat.call).toHaveBeenCalledWith('scheduled.update', { messageId, text, sendAt })
})

describe('the form of a poll', () => {
  const type = (field: HTMLInputElement, text: string) =>
    act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })
  const labelled = (label: string) => {
    const found = [...document.querySelectorAll('label')].find((each) => each.textContent?.startsWith(label))
    const field = found?.control ?? found?.querySelector('input')
    if (!(field instanceof HTMLInputElement)) throw new Error(`Found no field labelled ${label}`)
    return field
  }
  const isLabelled = (label: string) =>
    [...document.querySelectorAll('label')].some((each) => each.textContent?.startsWith(label))
  const option = (position: number) => {
    const field = find('input', `Option ${position}`)
    if (!(field instanceof HTMLInputElement)) throw new Error('Found no option field')
    return field
  }
  const errors = () =>
    [...document.querySelectorAll('[aria-invalid=true]')].map((field) => {
      const ids = (field.getAttribute('aria-describedby') ?? '').split(' ')
      const all = ids.map((id) => document.getElementById(id)?.textContent)
      return all.find((text) => isPollMessage(text ?? ''))
    })
  const submit = () => act(async () => document.querySelector('form')?.requestSubmit())
  beforeEach(() => draw(<CreatePoll cid="messaging:a" question="" onClose={() => undefined} />))
  // A form with a problem is not sent.
  afterEach(() => expect(chat.call).not.toHaveBeenCalled())

  it.each([
    ['was sent', () => chat.call.mockResolvedValue({ message: {}, poll: { id: 'pol_1' }, own: {} }), 'success'],
    ['could not be sent', () => chat.call.mockRejectedValue(new Error('lost')), 'error'],
  ])('says that it %s', async (_, answer, tone) => {
    answer()
    await type(labelled('Question'), 'When?')
    await type(option(1), 'Monday')
    await submit()
    expect(toasts()).toEqual([[tone, tone === 'success' ? 'Poll sent' : 'Failed to create the poll']])
    expect(chat.call).toHaveBeenCalledOnce()
    chat.call.mockClear()
  })

  it('needs a question', async () => {
    await type(option(1), 'Monday')
    await submit()
    expect(errors()).toEqual(['Question is required'])
  })

  it('needs options that are not empty', async () => {
    await type(labelled('Question'), 'When?')
    await type(option(2), 'Tuesday')
    await submit()
    expect(errors()).toEqual(['Option is empty'])
  })

  it('reports a duplicate option while typing', async () => {
    await type(labelled('Question'), 'When?')
    await type(option(1), 'Monday')
    await type(option(2), 'monday')
    expect(errors()).toEqual(['Option already exists'])
  })

  it.each([
    ['two', 'Only numbers are allowed'],
    ['2.5', 'Only numbers are allowed'],
    ['1', 'Type a number from 2 to 10'],
    ['11', 'Type a number from 2 to 10'],
  ])('refuses %s votes per person', async (typed, text) => {
    await type(labelled('Question'), 'When?')
    await type(option(1), 'Monday')
    await act(async () => labelled('One vote per person').click())
    await type(labelled('Votes per person'), typed)
    await submit()
    expect(errors()).toEqual([text])
  })

  it('refuses a limit with unique votes, and explains why', async () => {
    expect(isLabelled('Votes per person')).toBe(false)
    expect(document.body.textContent).not.toContain('Enforce unique vote is enabled')
    await type(labelled('Question'), 'When?')
    await type(option(1), 'Monday')
    await act(async () => labelled('One vote per person').click())
    await type(labelled('Votes per person'), '3')
    await act(async () => labelled('One vote per person').click())
    await submit()
    expect(errors()).toEqual(['Enforce unique vote is enabled'])
    await type(labelled('Votes per person'), '')
    expect(isLabelled('Votes per person')).toBe(false)
    expect(errors()).toEqual([])
  })

  it(`has up to ${limits.pollOptionsMax} options`, async () => {
    const pasted = Array.from({ length: 120 }, (_, n) => `Option number ${n}`).join('\n')
    const paste = new Event('paste', { bubbles: true, cancelable: true })
    Object.assign(paste, { clipboardData: { getData: () => pasted } })
    await act(async () => option(1).dispatchEvent(paste))
    expect(document.querySelectorAll('input[aria-label^="Option "]')).toHaveLength(100)
  })
})
