import type { Message } from '@fettle/protocol/chat/messages/messages'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { notifyBehindConversation } from '../../../lib/browser/device-choice.ts'

const heard = vi.hoisted(() => ({
  listeners: new Set<(message: Message) => void>(),
  mutedUntil: null as string | null,
}))
vi.mock('../connection/chat.ts', () => ({
  chat: {
    onMessage: (listener: (message: Message) => void) => {
      heard.listeners.add(listener)
      return () => heard.listeners.delete(listener)
    },
    getSnapshot: () => ({
      channels: [{ cid: 'messaging:a', membership: { settings: { mutedUntil: heard.mutedUntil } } }],
    }),
  },
}))
const { requestNotificationPermission: askPermission, notifyOnDesktop } = await import('./desktop-notifications.ts')

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

const message = (given: Partial<Message> = {}): Message => ({
  id: 'm1',
  cid: 'messaging:a',
  seq: 1,
  user: { id: 'cus_1', name: 'Chidi Okafor', image: null },
  kind: 'regular',
  text: 'Can you come on Monday?',
  createdAt: '2026-11-21T08:00:00Z',
  ...given,
})
const say = (given: Partial<Message> = {}) => heard.listeners.forEach((listener) => listener(message(given)))
const open = vi.fn()
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('Notification', Shown)
  vi.spyOn(window, 'focus').mockImplementation(() => undefined)
  Shown.permission = 'granted'
  Shown.all = []
  Shown.requestPermission.mockClear()
  heard.mutedUntil = null
  open.mockClear()
  history.replaceState(null, '', '/bookings')
  stop = notifyOnDesktop(open)
})

afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('permission to show messages', () => {
  it('is asked for on each load until there is an answer', () => {
    Shown.permission = 'default'
    askPermission()
    askPermission()
    expect(Shown.requestPermission).toHaveBeenCalledTimes(2)
  })

  it('is not asked for again once there is an answer, whichever', () => {
    for (const answer of ['granted', 'denied'] as const) {
      Shown.permission = answer
      askPermission()
    }
    expect(Shown.requestPermission).not.toHaveBeenCalled()
  })

  it('is needed: without it nothing is shown', () => {
    Shown.permission = 'denied'
    say()
    expect(Shown.all).toEqual([])
  })
})

describe('a message on the desktop', () => {
  it('says who and what, and closes after five seconds', () => {
    say()
    expect(Shown.all.map(({ title, options }) => [title, options.body])).toEqual([
      ['Chidi Okafor', 'Can you come on Monday?'],
    ])
    vi.advanceTimersByTime(4_999)
    expect(Shown.all[0]?.closed).toBe(false)
    vi.advanceTimersByTime(1)
    expect(Shown.all[0]?.closed).toBe(true)
  })

  it('is cut to a hundred characters and an ellipsis', () => {
    say({ text: 'ü'.repeat(100) })
    say({ text: 'ü'.repeat(101) })
    expect(Shown.all.map(({ options }) => options.body)).toEqual(['ü'.repeat(100), `${'ü'.repeat(100)}…`])
  })

  it('opens its conversation when it is clicked, and is gone', () => {
    say({ cid: 'messaging:b' })
    Shown.all[0]?.dispatchEvent(new Event('click'))
    expect(open).toHaveBeenCalledExactlyOnceWith('/messages?channel=b')
    expect(window.focus).toHaveBeenCalled()
    expect(Shown.all[0]?.closed).toBe(true)
  })

  it('does not come while a conversation is open on the screen of messages', () => {
    history.replaceState(null, '', '/messages?channel=a')
    say()
    say({ cid: 'messaging:b' })
    expect(Shown.all).toEqual([])
    history.replaceState(null, '', '/messages')
    say()
    history.replaceState(null, '', '/profile?channel=a')
    say()
    expect(Shown.all).toHaveLength(2)
  })

  it('comes from a background tab with an open conversation only where the device has chosen so', () => {
    history.replaceState(null, '', '/messages?channel=a')
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    say()
    expect(Shown.all).toEqual([])
    notifyBehindConversation.set(true)
    say()
    expect(Shown.all).toHaveLength(1)
    notifyBehindConversation.set(false)
    visibility.mockRestore()
  })

  it('does not come from a muted conversation, nor for what the app itself says', () => {
    heard.mutedUntil = '9999-12-31T23:59:59.000Z'
    say()
    heard.mutedUntil = null
    say({ kind: 'system', user: null, card: { type: 'booking', id: 'bkg_1' } })
    expect(Shown.all).toEqual([])
  })

  it('is the same in every tab: one of them is shown', () => {
    say({ id: 'm7' })
    expect(Shown.all[0]?.options.tag).toBe('m7')
  })
})
