import type { ArrivedMessage } from '@fettle/chat-client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { notifyBehindConversation } from '../../../lib/browser/device-value.ts'
import * as chatModule from '../connection/chat.ts'
import { requestNotificationPermission as askPermission, notifyOnDesktop } from './desktop-notifications.ts'
import { replaceExports } from '../../../testing/replace-exports.ts'

const callbacks = {
  listeners: new Set<(message: ArrivedMessage) => void>(),
}
replaceExports(chatModule, {
  chat: {
    onMessage: (listener: (message: ArrivedMessage) => void) => {
      callbacks.listeners.add(listener)
      return () => callbacks.listeners.delete(listener)
    },
    getSnapshot: () => ({ me: { id: 'usr_1' } }),
  },
})

class Shown extends EventTarget {
  static permission: NotificationPermission = 'granted'
  static requestPermission = vi.fn(() => Promise.resolve(Shown.permission))
  static all: Shown[] = []
  closed = false
  readonly title: string
  readonly options: NotificationOptions
  constructor(title: string, options: NotificationOptions) {
    super()
    this.title = title
    this.options = options
    Shown.all.push(this)
  }
  close() {
    this.closed = true
  }
}

const message = (overrides: Partial<ArrivedMessage> = {}): ArrivedMessage => ({
  id: 'm1',
  cid: 'messaging:a',
  seq: 1,
  user: { id: 'cus_1', name: 'Chidi Okafor', image: null },
  kind: 'regular',
  text: 'Can you come on Monday?',
  createdAt: '2026-11-21T08:00:00Z',
  isMuted: false,
  ...overrides,
})
const receive = (overrides: Partial<ArrivedMessage> = {}) =>
  callbacks.listeners.forEach((listener) => listener(message(overrides)))
const open = vi.fn()
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('Notification', Shown)
  vi.spyOn(window, 'focus').mockImplementation(() => undefined)
  Shown.permission = 'granted'
  Shown.all = []
  Shown.requestPermission.mockClear()
  open.mockClear()
  history.replaceState(null, '', '/bookings')
  stop = notifyOnDesktop(open)
})

afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('notification permission', () => {
  it('is requested on each load until answered', () => {
    Shown.permission = 'default'
    askPermission()
    askPermission()
    expect(Shown.requestPermission).toHaveBeenCalledTimes(2)
  })

  it('is not requested again once answered', () => {
    for (const answer of ['granted', 'denied'] as const) {
      Shown.permission = answer
      askPermission()
    }
    expect(Shown.requestPermission).not.toHaveBeenCalled()
  })

  it('is required to show anything', () => {
    Shown.permission = 'denied'
    receive()
    expect(Shown.all).toEqual([])
  })
})

describe('a desktop notification', () => {
  it('shows sender and text, and closes after five seconds', () => {
    receive()
    expect(Shown.all.map(({ title, options }) => [title, options.body])).toEqual([
      ['Chidi Okafor', 'Can you come on Monday?'],
    ])
    vi.advanceTimersByTime(4_999)
    expect(Shown.all[0]?.closed).toBe(false)
    vi.advanceTimersByTime(1)
    expect(Shown.all[0]?.closed).toBe(true)
  })

  it('is truncated to a hundred characters and an ellipsis', () => {
    receive({ text: 'ü'.repeat(100) })
    receive({ text: 'ü'.repeat(101) })
    expect(Shown.all.map(({ options }) => options.body)).toEqual(['ü'.repeat(100), `${'ü'.repeat(100)}…`])
  })

  it('opens its conversation on click and closes', () => {
    receive({ cid: 'messaging:b' })
    Shown.all[0]?.dispatchEvent(new Event('click'))
    expect(open).toHaveBeenCalledExactlyOnceWith('/messages?channel=b')
    expect(window.focus).toHaveBeenCalled()
    expect(Shown.all[0]?.closed).toBe(true)
  })

  it('is not shown while a conversation is open on the messages screen', () => {
    history.replaceState(null, '', '/messages?channel=a')
    receive()
    receive({ cid: 'messaging:b' })
    history.replaceState(null, '', '/messages/?channel=a')
    receive()
    expect(Shown.all).toEqual([])
    history.replaceState(null, '', '/messages')
    receive()
    history.replaceState(null, '', '/profile?channel=a')
    receive()
    expect(Shown.all).toHaveLength(2)
  })

  it('is shown from a background tab with an open conversation by setting only', () => {
    history.replaceState(null, '', '/messages?channel=a')
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    receive()
    expect(Shown.all).toEqual([])
    notifyBehindConversation.set(true)
    receive()
    expect(Shown.all).toHaveLength(1)
    notifyBehindConversation.set(false)
    visibility.mockRestore()
  })

  it('is not shown for muted conversations and system messages', () => {
    receive({ isMuted: true })
    receive({ kind: 'system', user: null, card: { type: 'booking', id: 'bkg_1' } })
    expect(Shown.all).toEqual([])
  })

  it('is shown for a mention in a muted conversation', () => {
    receive({ isMuted: true, mentions: ['usr_1'] })
    expect(Shown.all).toHaveLength(1)
  })

  it('shares a tag across tabs', () => {
    receive({ id: 'm7' })
    expect(Shown.all[0]?.options.tag).toBe('m7')
  })
})
