import { File as NodeFile } from 'node:buffer'
import { ChatError, type ChannelStore, type MessageView } from '@fettle/chat-client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, createRef } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toast, toastStore } from '../../../ui/feedback/toast.ts'
import { repliesQuery, replyFactsOf } from '../../../shared/quick-replies/api.ts'
import { setUpScreen } from '../../../testing/screen.tsx'
import type { ComposerProps } from './composer.tsx'

// Writes in the composer like a person at a keyboard. How it looks is the matter of the browser tests.

const chat = vi.hoisted(() => {
  let snapshot = { connected: true, channels: [], online: {} }
  const listeners: (() => void)[] = []
  return {
    call: vi.fn(),
    setConnected(connected: boolean) {
      snapshot = { ...snapshot, connected }
      listeners.forEach((listener) => listener())
    },
    onFrame: () => () => undefined,
    onRecovery: () => () => undefined,
    onReset: () => () => undefined,
    subscribe: (listener: () => void) => {
      listeners.push(listener)
      return () => undefined
    },
    getSnapshot: () => snapshot,
  }
})
vi.mock('../connection/chat.ts', () => ({
  chat,
  useChat: () => chat.getSnapshot(),
  useChannel: (store: ChannelStore) => store.getSnapshot(),
}))
vi.mock('../../../shared/profile/profile.ts', () => ({ useProfile: () => ({ id: 'usr_1' }) }))
const { Composer } = await import('./composer.tsx')
const { readDraft, useDraftSync } = await import('./drafts.ts')

const CUSTOMER = { userId: 'cus_1', user: { id: 'cus_1', name: 'Chidi Okafor', image: null } }
const ME = { userId: 'usr_1', user: { id: 'usr_1', name: 'Grace Adeyemi', image: null } }

const { draw } = setUpScreen()
let conversations = 0

/** Opens a conversation with Chidi Okafor, whose drafts are empty. */
async function open(
  overrides: Partial<ComposerProps> = {},
  queries = new QueryClient(),
  ComposerOfVisit: typeof Composer = Composer,
) {
  conversations += 1
  const send = vi.fn()
  const edit = vi.fn(() => Promise.resolve())
  const snapshot = { channel: { members: [ME, CUSTOMER] }, messages: [], typing: [] }
  const store = {
    cid: `messaging:${conversations}`,
    send,
    edit,
    keystroke: () => undefined,
    stopTyping: () => undefined,
    subscribe: () => () => undefined,
    getSnapshot: () => snapshot,
  }
  const fieldRef = createRef<HTMLTextAreaElement>()
  const calls = { onEditing: vi.fn(), onQuoted: vi.fn(), editLast: vi.fn(() => true), toMessages: vi.fn() }
  const props: ComposerProps = {
    target: { store: store as unknown as ChannelStore, parentId: null },
    me: 'usr_1',
    to: 'Chidi Okafor',
    quoted: undefined,
    editing: undefined,
    onSent: () => undefined,
    fieldRef,
    ...calls,
    ...overrides,
  }
  await draw(
    <QueryClientProvider client={queries}>
      <ComposerOfVisit {...props} />
    </QueryClientProvider>,
  )
  const field = fieldRef.current
  if (!field) throw new Error('The composer has no field')
  return {
    send,
    edit,
    ...calls,
    field,
    async type(text: string) {
      await act(async () => {
        Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, text)
        field.setSelectionRange(text.length, text.length)
        field.dispatchEvent(new Event('input', { bubbles: true }))
      })
    },
    async press(key: string, more: KeyboardEventInit = {}) {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })
      await act(async () => field.dispatchEvent(event))
      return event
    },
  }
}

beforeEach(() => {
  Object.assign(Element.prototype, { scrollIntoView: () => undefined })
  chat.call.mockReset().mockImplementation((name: string) => {
    if (name === 'mentions.list') return Promise.resolve({ users: [CUSTOMER.user], hasMore: false })
    if (name === 'commands.list')
      return Promise.resolve({ commands: [{ name: 'quick', description: 'Insert a quick reply', args: '[name]' }] })
    return Promise.resolve({})
  })
})

afterEach(() => toast.clear())

describe('the composer', () => {
  it('is named for the recipient and focused where there is a keyboard', async () => {
    const { field } = await open()
    expect(field.getAttribute('aria-label')).toBe('Message to Chidi Okafor')
    expect(document.activeElement).toBe(field)
  })

  it('sends on Enter and empties itself', async () => {
    const { field, send, type, press } = await open()
    await type('I come on Monday.')
    await press('Enter')
    expect(send).toHaveBeenCalledExactlyOnceWith('I come on Monday.', expect.anything())
    expect(field.value).toBe('')
  })

  it('adds a line on Shift+Enter, and leaves Enter to an input method', async () => {
    const { field, send, type, press } = await open()
    await type('One')
    expect((await press('Enter', { shiftKey: true })).defaultPrevented).toBe(false)
    expect((await press('Enter', { isComposing: true })).defaultPrevented).toBe(false)
    expect(send).not.toHaveBeenCalled()
    expect(field.value).toBe('One')
  })

  it('makes the selection bold on Ctrl+B', async () => {
    const { field, type, press } = await open()
    await type('urgent')
    field.setSelectionRange(0, 6)
    await press('b', { ctrlKey: true })
    expect(field.value).toBe('**urgent**')
  })

  it('refuses to send a quick reply with a variable that is not filled in', async () => {
    const { field, send, type, press } = await open()
    await type('It costs {{price}}.')
    await press('Enter')
    expect(send).not.toHaveBeenCalled()
    expect(field.value).toBe('It costs {{price}}.')
    expect(toastStore.get().map(({ title }) => title)).toEqual(['Fill in {{price}} first.'])
  })

  it('does not send a quick reply without its files, while these are still downloaded', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => undefined))
    const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
    const at = '2026-11-28T09:00:00.000Z'
    queries.setQueryData(repliesQuery.queryKey, [
      {
        id: 'qrp_1',
        shortcut: 'prices',
        text: 'Here are our prices.',
        attachments: [{ id: 'fil_1', name: 'prices.pdf', mime: 'application/pdf', size: 100, url: '/files/fil_1' }],
        version: 1,
        createdAt: at,
        updatedAt: at,
      },
    ])
    queries.setQueryData(replyFactsOf('cus_1').queryKey, {
      providerFirstName: 'Grace',
      customerFirstName: 'Chidi',
      booking: null,
    })
    const { field, send, type, press } = await open({}, queries)
    await type('/quick prices')
    await press('Enter')
    await expect.poll(() => field.value).toBe('Here are our prices.')
    await press('Enter')
    expect(toastStore.get().map(({ title }) => title)).toEqual(['Wait until all attachments have uploaded'])
    expect(send).not.toHaveBeenCalled()
  })

  it('sends the customers who are mentioned, and nobody who is not', async () => {
    const { send, type, press } = await open()
    await type('Good morning @Chidi Okafor')
    await press('Enter')
    await type('Good morning Chidi Okafor')
    await press('Enter')
    expect(send.mock.calls.map(([text, options]) => [text, options.mentions])).toEqual([
      ['Good morning @Chidi Okafor', ['cus_1']],
      ['Good morning Chidi Okafor', undefined],
    ])
  })

  it('sends those who are mentioned since an edit', async () => {
    const editing = { id: 'm1', text: 'Good morning', attachments: [] } as unknown as MessageView
    const { edit, type, press } = await open({ editing })
    await type('Good morning @Chidi Okafor')
    await press('Enter')
    expect(edit).toHaveBeenCalledExactlyOnceWith('m1', 'Good morning @Chidi Okafor', { mentions: ['cus_1'] })
  })

  it('shows why a command is not available, and keeps the text', async () => {
    chat.call.mockImplementation((name: string) =>
      name === 'commands.run'
        ? Promise.reject(new ChatError('This command is not available.', { code: 'chat.command-missing' }))
        : Promise.resolve({}),
    )
    const { field, send, type, press } = await open()
    await type('/nothing of the kind')
    await press('Enter')
    expect(toastStore.get()).toMatchObject([{ title: "Couldn't run /nothing", body: 'This command is not available.' }])
    expect(field.value).toBe('/nothing of the kind')
    expect(send).not.toHaveBeenCalled()
  })

  it('repeats a command whose answer was lost instead of running another one', async () => {
    let isLost = true
    chat.call.mockImplementation((name: string) => {
      if (name !== 'commands.run' || !isLost) return Promise.resolve({})
      isLost = false
      return Promise.reject(new ChatError('The connection was lost.', { code: 'chat-client.connection-lost' }))
    })
    const { field, type, press } = await open()
    await type('/weather Lagos')
    await press('Enter')
    await press('Enter')
    expect(field.value).toBe('')
    await type('/weather Lagos')
    await press('Enter')
    const ids = chat.call.mock.calls.flatMap(([name, input]) => (name === 'commands.run' ? [input.messageId] : []))
    expect(ids).toEqual([ids[0], ids[0], expect.not.stringMatching(ids[0])])
  })

  describe('while a command runs', () => {
    let finish: () => void
    beforeEach(() =>
      chat.call.mockImplementation((name: string) =>
        name === 'commands.run' ? new Promise((resolve) => (finish = () => resolve({}))) : Promise.resolve({}),
      ),
    )
    const runs = () => chat.call.mock.calls.filter(([name]) => name === 'commands.run')

    it('does not run it twice', async () => {
      const { field, type, press } = await open()
      await type('/weather Lagos')
      await press('Enter')
      await press('Enter')
      expect(runs()).toHaveLength(1)
      await act(async () => finish())
      expect(field.value).toBe('')
      await type('/weather Lagos')
      await press('Enter')
      expect(runs()).toHaveLength(2)
    })

    it.each([
      ['See you at nine', 'See you at nine'],
      ['/weather Lagos See you at nine', 'See you at nine'],
    ])('keeps what is typed meanwhile: %s', async (typed, left) => {
      const { field, type, press } = await open()
      await type('/weather Lagos')
      await press('Enter')
      await type(typed)
      await act(async () => finish())
      expect(field.value).toBe(left)
    })
  })

  it('edits the last message on ArrowUp while it is empty', async () => {
    const { editLast, toMessages, type, press } = await open()
    await type('Not empty')
    await press('ArrowUp')
    expect(editLast).not.toHaveBeenCalled()
    await type('')
    await press('ArrowUp')
    expect([editLast.mock.calls.length, toMessages.mock.calls.length]).toEqual([1, 0])
    await press('ArrowUp', { altKey: true })
    expect(toMessages).toHaveBeenCalledOnce()
  })

  it.each([
    ['dropped', 'drop', 'dataTransfer'],
    ['pasted', 'paste', 'clipboardData'],
  ])('says that files cannot be added to an edited message: %s', async (_, type, property) => {
    const editing = { id: 'm1', author: CUSTOMER.user, text: 'On Monday', attachments: [] } as unknown as MessageView
    const { field } = await open({ editing })
    const event = new Event(type, { bubbles: true, cancelable: true })
    Object.assign(event, { [property]: { files: [new File(['a'], 'a.png', { type: 'image/png' })], types: ['Files'] } })
    await act(async () => field.dispatchEvent(event))
    // The browser does not open the file.
    expect(event.defaultPrevented).toBe(true)
    expect(toastStore.get().map(({ title }) => title)).toEqual(["You can't add files while you edit a message."])
  })

  it('does not send the text alone while a picture that was just pasted is read', async () => {
    vi.stubGlobal('createImageBitmap', () => new Promise(() => undefined))
    Object.assign(URL, { createObjectURL: () => 'blob:a', revokeObjectURL: () => undefined })
    chat.call.mockReset().mockReturnValue(new Promise(() => undefined))
    const { field, send, type, press } = await open()
    await type('The leak')
    const event = new Event('paste', { bubbles: true, cancelable: true })
    Object.assign(event, {
      clipboardData: { files: [new File(['a'], 'a.png', { type: 'image/png' })], types: ['Files'] },
    })
    await act(async () => field.dispatchEvent(event))
    await press('Enter')
    expect(toastStore.get().map(({ title }) => title)).toEqual(['Wait until all attachments have uploaded'])
    expect(send).not.toHaveBeenCalled()
    expect(field.value).toBe('The leak')
  })

  it('releases a picture that was removed', async () => {
    const revokeObjectURL = vi.fn()
    Object.assign(URL, { createObjectURL: () => 'blob:leak', revokeObjectURL })
    chat.call.mockReset().mockReturnValue(new Promise(() => undefined))
    const { field } = await open()
    const event = new Event('paste', { bubbles: true, cancelable: true })
    Object.assign(event, {
      clipboardData: { files: [new File(['a'], 'leak.gif', { type: 'image/gif' })], types: ['Files'] },
    })
    await act(async () => field.dispatchEvent(event))
    const remove = () => document.querySelector<HTMLElement>('button[aria-label="Remove leak.gif"]')
    await expect.poll(remove).not.toBeNull()
    expect(revokeObjectURL).not.toHaveBeenCalled()
    await act(async () => remove()?.click())
    expect(revokeObjectURL).toHaveBeenCalledExactlyOnceWith('blob:leak')
  })

  it('uploads a file that was added without a connection once there is one', async () => {
    chat.call.mockReset().mockRejectedValue(new Error('connection lost'))
    const { field } = await open()
    await act(async () => chat.setConnected(false))
    const event = new Event('paste', { bubbles: true, cancelable: true })
    const file = new File(['a'], 'plan.pdf', { type: 'application/pdf' })
    Object.assign(event, { clipboardData: { files: [file], types: ['Files'] } })
    await act(async () => field.dispatchEvent(event))
    const isFailed = () => document.querySelector('button[aria-label="Upload plan.pdf again"]') !== null
    await expect.poll(isFailed).toBe(true)
    chat.call.mockReset().mockReturnValue(new Promise(() => undefined))
    await act(async () => chat.setConnected(true))
    expect(isFailed()).toBe(false)
    expect(chat.call).toHaveBeenCalledWith('attachments.start', expect.objectContaining({ name: 'plan.pdf' }))
  })

  it('keeps a file that was added without a connection when the page is reloaded', async () => {
    const entries = new Map<string, Response>()
    const keys = async () => [...entries.keys()].map((path) => new Request(path))
    const cache = {
      keys,
      put: async (path: string, response: Response) => void entries.set(new URL(path, location.origin).href, response),
      match: async ({ url }: Request) => entries.get(url)?.clone(),
      delete: async (path: string) => entries.delete(new URL(path, location.origin).href),
    }
    vi.stubGlobal('caches', { open: async () => cache })
    // The files of jsdom cannot be stored in a response.
    vi.stubGlobal('File', NodeFile)
    chat.call.mockReset().mockRejectedValue(new Error('connection lost'))
    const { field } = await open()
    await act(async () => chat.setConnected(false))
    const event = new Event('paste', { bubbles: true, cancelable: true })
    const file = new File(['a plan'], 'plan.pdf', { type: 'application/pdf' })
    Object.assign(event, { clipboardData: { files: [file], types: ['Files'] } })
    await act(async () => field.dispatchEvent(event))
    await expect.poll(() => entries.size).toBe(1)

    // A reload: nothing but what is stored is left.
    conversations -= 1
    vi.resetModules()
    const { Composer: Reloaded } = await import('./composer.tsx')
    await open({}, new QueryClient(), Reloaded)
    const files = async () => {
      await act(async () => undefined)
      return document.querySelector('[aria-label="Files to send"]')?.textContent
    }
    await expect.poll(files).toContain('plan.pdf')
    await act(async () => document.querySelector<HTMLElement>('[aria-label="Remove plan.pdf"]')?.click())
    await expect.poll(() => entries.size).toBe(0)
  })

  it('says which file failed instead of asking to wait for it', async () => {
    chat.call.mockReset().mockImplementation(async (name: string) => {
      if (name === 'attachments.start') throw new Error('connection lost')
      return {}
    })
    const { field, send, type, press } = await open()
    const event = new Event('paste', { bubbles: true, cancelable: true })
    const file = new File(['a'], 'plan.pdf', { type: 'application/pdf' })
    Object.assign(event, { clipboardData: { files: [file], types: ['Files'] } })
    await act(async () => field.dispatchEvent(event))
    await type('The plan')
    await press('Enter')
    expect(send).not.toHaveBeenCalled()
    const titles = toastStore.get().map(({ title }) => title)
    expect(titles).toEqual(["plan.pdf wasn't uploaded. Upload it again or remove it."])
  })

  it('keeps the focus at the files while they are removed, then returns to the text', async () => {
    Object.assign(URL, { createObjectURL: () => 'blob:a', revokeObjectURL: () => undefined })
    chat.call.mockReset().mockReturnValue(new Promise(() => undefined))
    const { field } = await open()
    const event = new Event('paste', { bubbles: true, cancelable: true })
    const files = ['a.pdf', 'b.pdf', 'c.pdf'].map((name) => new File(['a'], name, { type: 'application/pdf' }))
    Object.assign(event, { clipboardData: { files, types: ['Files'] } })
    await act(async () => field.dispatchEvent(event))
    const remove = async (name: string) => {
      const button = document.querySelector<HTMLElement>(`[aria-label="Remove ${name}"]`)
      button?.focus()
      await act(async () => button?.click())
      return document.activeElement?.ariaLabel
    }
    expect(await remove('b.pdf')).toBe('Remove c.pdf')
    expect(await remove('c.pdf')).toBe('Remove a.pdf')
    expect(await remove('a.pdf')).toBe(field.ariaLabel)
  })

  it('stops quoting on Escape', async () => {
    const quoted = { id: 'm1', author: CUSTOMER.user, text: 'When?', attachments: [] } as unknown as MessageView
    const { onQuoted, press } = await open({ quoted })
    await press('Escape')
    expect(onQuoted).toHaveBeenCalledExactlyOnceWith(undefined)
  })
})

describe('suggestions', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const suggestions = () => [...document.querySelectorAll('[role=option]')].map((option) => option.textContent)
  const wait = () => act(async () => vi.advanceTimersByTimeAsync(400))

  it('offer people after an at sign, and Enter takes the first instead of sending', async () => {
    const { field, send, type, press } = await open()
    await type('Good morning @chi')
    await wait()
    expect(suggestions()).toEqual([expect.stringContaining('Chidi Okafor')])
    const option = document.querySelector('[role=option]')
    expect(field.getAttribute('aria-activedescendant')).toBe(option?.id)
    await press('Enter')
    expect(field.value).toBe('Good morning @Chidi Okafor ')
    expect(send).not.toHaveBeenCalled()
    expect(suggestions()).toEqual([])
  })

  it('offer commands after a slash at the start, and Tab takes the first', async () => {
    const { field, type, press } = await open()
    await type('/qui')
    await wait()
    expect((await press('Tab')).defaultPrevented).toBe(true)
    expect(field.value).toBe('/quick ')
  })

  it('are closed by Escape, which keeps the text', async () => {
    const { field, type, press } = await open()
    await type('/qui')
    await wait()
    expect(suggestions()).toEqual([expect.stringContaining('/quick')])
    await press('Escape')
    expect(suggestions()).toEqual([])
    expect(field.value).toBe('/qui')
  })
})

it('what was sent without a connection is no draft on other devices afterwards, whatever is open here', async () => {
  const sent = { text: '', quotedId: null, files: [], at: 1, version: 3, dirty: true }
  localStorage.setItem('chat.draft.usr_1.messaging:far m1', JSON.stringify(sent))
  const draft = { cid: 'messaging:far', parentId: 'm1', text: 'On my way', attachments: [], version: 3 }
  const stored = { ...draft, quotedMessageId: null, updatedAt: '2026-03-03T12:00:00.000Z' }
  chat.call.mockResolvedValue({ drafts: [stored], draft: stored })
  const Sync = ({ connected }: { connected: boolean }) => (useDraftSync('usr_1', connected), null)
  await draw(<Sync connected={false} />)
  const saved = () => chat.call.mock.calls.filter(([name]) => name === 'drafts.save').map(([, input]) => input)
  expect(saved()).toEqual([])
  await draw(<Sync connected />)
  await vi.waitFor(() =>
    expect(saved()).toEqual([
      { cid: 'messaging:far', parentId: 'm1', text: '', quotedMessageId: null, attachmentIds: [] },
    ]),
  )
})

it('what another device has sent while this one was closed is no draft here afterwards', async () => {
  const old = { text: 'On my way', quotedId: null, files: [], at: 1, version: 3, dirty: false }
  localStorage.setItem('chat.draft.usr_1.messaging:sent', JSON.stringify(old))
  const cleared = {
    cid: 'messaging:sent',
    parentId: null,
    text: '',
    attachments: [],
    version: 4,
    quotedMessageId: null,
  }
  const draft = { ...cleared, updatedAt: '2026-03-03T12:00:00.000Z' }
  chat.call.mockImplementation((name: string) => Promise.resolve(name === 'drafts.list' ? { drafts: [] } : { draft }))
  const Sync = () => (useDraftSync('usr_1', true), null)
  await draw(<Sync />)
  await vi.waitFor(() => expect(readDraft('usr_1', 'messaging:sent').text).toBe(''))
  expect(localStorage.getItem('chat.draft.usr_1.messaging:sent')).toBeNull()
})
