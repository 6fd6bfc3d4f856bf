import type { Notification as InboxItem } from '@novu/react/hooks'
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { setUpScreen } from '../../testing/screen.tsx'

const inbox = vi.hoisted(() => ({ listeners: new Set<(event: { result: InboxItem }) => void>() }))
vi.mock('@novu/react/hooks', () => ({
  useNovu: () => ({
    on: (_event: string, listener: (event: { result: InboxItem }) => void) => {
      inbox.listeners.add(listener)
      return () => inbox.listeners.delete(listener)
    },
    preferences: { cache: { clearAll: () => undefined }, list: async () => ({ data: [] }) },
  }),
}))
const { Arrivals } = await import('./arrivals.tsx')

const { draw } = setUpScreen()
const shown: [title: string, body: string | undefined][] = []
const close = vi.fn()
class Shown extends EventTarget {
  static permission = 'granted'
  constructor(title: string, { body }: NotificationOptions) {
    super()
    shown.push([title, body])
  }
  close = close
}

beforeEach(() => {
  shown.length = 0
  vi.stubGlobal('Notification', Shown)
})

const arrive = (item: Partial<InboxItem>) =>
  act(async () => inbox.listeners.forEach((listener) => listener({ result: { id: 'ntf_1', ...item } as InboxItem })))

it('shows a notification on the desktop: its subject, and a hundred characters of its text', async () => {
  await draw(<Arrivals watching={false} />)
  await arrive({ subject: 'New booking request', body: 'a'.repeat(120) })
  expect(shown).toEqual([['New booking request', `${'a'.repeat(100)}…`]])
})

it('closes it after five seconds', async () => {
  await draw(<Arrivals watching={false} />)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    await arrive({ subject: 'New booking request', body: 'Leaking tap' })
    vi.advanceTimersByTime(4_999)
    expect(close).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(close).toHaveBeenCalledOnce()
  } finally {
    vi.useRealTimers()
  }
})

it('shows one without a subject under the name of the app, and its text once', async () => {
  await draw(<Arrivals watching={false} />)
  await arrive({ body: 'The office is closed on Friday.' })
  expect(shown).toEqual([['Fettle', 'The office is closed on Friday.']])
})
