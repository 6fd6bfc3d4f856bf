import { act, useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openMenus, setUpScreen } from '../../testing/screen.tsx'
import { toastTitles } from '../../testing/toasts.ts'
import { toast, toastStore } from '../../ui/feedback/toast.ts'
import { Connection } from './connection.tsx'
import type { InboxTab } from './model.ts'
import { NotificationPanel } from './panel.tsx'

// Uses the real client and hooks with an in-memory service.

const notification = (id: string, more: object = {}) => ({
  id,
  subject: `Subject ${id}`,
  body: `Body ${id}`,
  isRead: false,
  isSeen: true,
  isArchived: false,
  isSnoozed: false,
  createdAt: `2026-03-02T10:00:0${9 - Number(id)}.000Z`,
  tags: [],
  severity: 'none',
  ...more,
})

let stored: ReturnType<typeof notification>[] = []
let refusing = false
let hasMore = false
let requests: string[] = []
let listed: URLSearchParams[] = []
const { draw } = setUpScreen()

const json = (status: number, body?: object) =>
  new Response(body ? JSON.stringify(body) : null, { status, headers: { 'content-type': 'application/json' } })

async function service(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const { pathname, search } = new URL(input as string)
  const call = `${init.method ?? 'GET'} ${pathname.replace('/inbox/v1/inbox', '')}`
  requests.push(call)
  if (call === 'POST /session')
    return json(201, { data: { token: 'a-token', unreadCount: { total: 0, severity: {} } } })
  if (call === 'GET /notifications') {
    listed.push(new URLSearchParams(search))
    const [archived, snoozed] = ['archived', 'snoozed'].map((name) => search.includes(`${name}=true`))
    const data = stored.filter((item) => item.isArchived === archived && item.isSnoozed === snoozed)
    return json(200, { data, hasMore, filter: {} })
  }
  if (refusing) return json(500, { message: 'Not today' })
  const [, id, change] = /\/notifications\/(\d)\/(\w+)/.exec(pathname) ?? []
  stored = stored.map((item) =>
    item.id === id || call === 'POST /notifications/read'
      ? { ...item, isRead: true, ...(change === 'archive' ? { isArchived: true } : {}) }
      : item,
  )
  return id ? json(200, { data: stored.find((item) => item.id === id) }) : json(204)
}

const session = {
  applicationIdentifier: 'app',
  subscriberId: 'usr_ada',
  subscriberHash: 'hash',
  apiUrl: 'http://localhost:1/inbox',
  socketUrl: 'http://localhost:1',
  socketPath: '/inbox/socket.io',
}

function Tabbed({ open }: { open: boolean }) {
  const [tab, setTab] = useState<InboxTab>('all')
  return <NotificationPanel open={open} tab={tab} onTab={setTab} onClose={() => undefined} />
}

const show = ({ open = true } = {}) =>
  draw(
    <Connection session={session} onRenew={() => undefined}>
      <Tabbed open={open} />
    </Connection>,
  )

const tabNamed = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('[role=tab]')].find(({ textContent }) => textContent.startsWith(name))
const rows = () => [...document.querySelectorAll('li[data-notification]')]
const shown = () => rows().map((row) => row.querySelector('a, button, p')?.textContent)
const row = (text: string) => rows().find((item) => item.textContent?.includes(text))
const until = (condition: () => boolean) => act(() => vi.waitUntil(condition, { timeout: 60_000, interval: 5 }))
async function choose(text: string, action: string) {
  await openMenus(row(text))
  await act(async () => {
    const item = [...(row(text)?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])].find(({ textContent }) =>
      textContent?.startsWith(action),
    )
    item?.click()
  })
}

beforeEach(async () => {
  vi.stubGlobal('fetch', vi.fn(service))
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  HTMLElement.prototype.hidePopover = () => undefined
  refusing = false
  hasMore = false
  requests = []
  listed = []
  stored = [
    notification('1'),
    notification('2', { redirect: { url: '/bookings/2' }, primaryAction: { label: 'Confirm', isCompleted: false } }),
    notification('3', { isRead: true, primaryAction: { label: 'Do it', isCompleted: true } }),
  ]
  await show()
  await until(() => rows().length === 3)
})

describe('the notification panel', () => {
  it.each([
    'bookings',
    'offers',
    'contracts',
    'disputes',
    'earnings',
    'documents',
    'messages',
    'reviews',
    'referrals',
    'support',
    'security',
  ])('has an icon for %s', async (tag) => {
    await draw(null)
    stored = [notification('1', { tags: [tag] }), notification('2')]
    await show()
    await until(() => rows().length === 2)
    const icon = (text: string) => row(text)?.querySelector('svg')?.innerHTML
    expect(icon('Subject 1')).not.toBe(icon('Subject 2'))
  })

  it('names the times until which a notification can be snoozed', async () => {
    await openMenus(row('Subject 1'))
    const group = row('Subject 1')?.querySelector('[role=group]')
    expect(group?.getAttribute('aria-label')).toBe('Snooze')
    expect(group?.querySelector('p')?.textContent).toBe('Snooze')
    expect(group?.querySelectorAll('[role=menuitem]')).not.toHaveLength(0)
  })

  it('lists notifications, newest first, with unread marks', () => {
    expect(shown()).toEqual(['Unread: Subject 1', 'Unread: Subject 2', 'Subject 3'])
    expect(row('Subject 2')?.querySelector('a')?.getAttribute('href')).toBe('/bookings/2')
  })

  it('asks for thirty at a time', () => {
    expect(listed.map((query) => Object.fromEntries(query))).toEqual([
      { limit: '30', archived: 'false', snoozed: 'false' },
    ])
  })

  it('leaves the arrow keys with Alt to the browser, which goes back with them', async () => {
    const key = new KeyboardEvent('keydown', { key: 'ArrowRight', altKey: true, bubbles: true, cancelable: true })
    await act(async () => tabNamed('All')?.dispatchEvent(key))
    expect([tabNamed('All')?.ariaSelected, key.defaultPrevented]).toEqual(['true', false])
  })

  it('keeps the focus in the list when one is archived by keyboard', async () => {
    const archive = async (text: string) => {
      const button = row(text)?.querySelector<HTMLElement>('[aria-keyshortcuts=E]')
      await act(async () => {
        // The shortcut presses it while the row's link has the focus.
        ;(row(text)?.querySelector<HTMLElement>('a') ?? button)?.focus()
        button?.click()
      })
      await until(() => row(text) === undefined)
    }
    await archive('Subject 1')
    expect(document.activeElement?.closest('li')).toBe(row('Subject 2'))
    await archive('Subject 3')
    expect(document.activeElement?.closest('li')).toBe(row('Subject 2'))
    await archive('Subject 2')
    expect(document.activeElement?.role).toBe('tabpanel')
  })

  it('archives optimistically, and restores the position on refusal', async () => {
    refusing = true
    await choose('Subject 2', 'Archive')
    await until(() => toastStore.get().length > 0)
    expect(requests).toContain('PATCH /notifications/2/archive')
    expect(shown()).toEqual(['Unread: Subject 1', 'Unread: Subject 2', 'Subject 3'])
    expect(toastStore.get()).toMatchObject([{ tone: 'error', title: "Couldn't archive it" }])

    refusing = false
    await choose('Subject 2', 'Archive')
    await until(() => rows().length === 2)
    expect(shown()).toEqual(['Unread: Subject 1', 'Subject 3'])
  })

  it('archives from the row too, where the shortcut presses', async () => {
    const archive = row('Subject 2')?.querySelector<HTMLElement>('[aria-keyshortcuts=E]')
    expect(archive?.ariaLabel).toBe('Archive “Subject 2”')
    await act(async () => archive?.click())
    await until(() => requests.includes('PATCH /notifications/2/archive'))
    expect(shown()).toEqual(['Unread: Subject 1', 'Subject 3'])
  })

  it('says what was moved, and why an archived notification could not be restored', async () => {
    await choose('Subject 2', 'Archive')
    await until(() => toastTitles().includes('Archived'))
    refusing = true
    await act(async () => toastStore.get()[0]?.action?.run())
    await until(() => toastTitles().includes("Couldn't restore it"))
    expect(requests.filter((call) => call === 'PATCH /notifications/2/unarchive')).toHaveLength(1)

    refusing = false
    await choose('Subject 1', 'Tomorrow')
    await until(() => toastTitles().some((title) => title.startsWith('Snoozed until: Tomorrow')))
  })

  it('deletes at once, and brings back what was not deleted', async () => {
    refusing = true
    await choose('Subject 2', 'Delete')
    await until(() => toastStore.get().length > 0)
    expect(toastStore.get()).toMatchObject([{ tone: 'error', title: "Couldn't delete it" }])
    expect(shown()).toEqual(['Unread: Subject 1', 'Unread: Subject 2', 'Subject 3'])

    refusing = false
    requests = []
    await choose('Subject 2', 'Delete')
    expect(requests).toEqual(['DELETE /notifications/2/delete'])
    await until(() => toastStore.get().some(({ title }) => title === 'Notification deleted'))
    expect(shown()).toEqual(['Unread: Subject 1', 'Subject 3'])
  })

  it('marks as read optimistically, and rolls back on refusal', async () => {
    refusing = true
    let answer: (response: Response) => void = () => undefined
    const pending = new Promise<Response>((resolve) => (answer = resolve))
    vi.stubGlobal('fetch', () => pending)
    await choose('Subject 1', 'Mark as read')
    expect(shown()[0]).toBe('Subject 1')
    await act(async () => answer(json(500, { message: 'Not today' })))
    await until(() => toastStore.get().length > 0)
    expect(shown()[0]).toBe('Unread: Subject 1')
  })

  it('shows what came during a change once that was answered, and not without the change', async () => {
    let answer: () => void = () => undefined
    vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
      if (init.method === 'PATCH') await new Promise<void>((resolve) => (answer = resolve))
      return service(input, init)
    })
    await choose('Subject 2', 'Archive')
    stored.unshift(notification('0'))
    listed = []
    await show({ open: false })
    await show()
    await until(() => listed.length === 1)
    expect(shown()).toEqual(['Unread: Subject 1', 'Subject 3'])
    await act(async () => answer())
    await until(() => rows().length === 3)
    expect(shown()).toEqual(['Unread: Subject 0', 'Unread: Subject 1', 'Subject 3'])
  })

  describe('before the service has answered', () => {
    /** Each change, made by a menu item or a button of a row; what then shows it; and the call it makes. */
    const changes: [string, { of: string; press: string; shows: () => boolean; asks: string }][] = [
      [
        'marks as unread',
        {
          of: 'Subject 3',
          press: 'Mark as unread',
          shows: () => shown().includes('Unread: Subject 3'),
          asks: 'PATCH /notifications/3/unread',
        },
      ],
      [
        'snoozes',
        {
          of: 'Subject 1',
          press: 'In an hour',
          shows: () => rows().length === 2,
          asks: 'PATCH /notifications/1/snooze',
        },
      ],
      [
        'unsnoozes',
        {
          of: 'Subject 5',
          press: 'Unsnooze',
          shows: () => rows().length === 0,
          asks: 'PATCH /notifications/5/unsnooze',
        },
      ],
      [
        'unarchives',
        {
          of: 'Subject 4',
          press: 'Move to inbox',
          shows: () => rows().length === 0,
          asks: 'PATCH /notifications/4/unarchive',
        },
      ],
      [
        'completes an action',
        {
          of: 'Subject 2',
          press: 'Confirm',
          shows: () => row('Subject 2')?.textContent?.includes('Done') === true,
          asks: 'PATCH /notifications/2/complete',
        },
      ],
      [
        'reverts an action',
        {
          of: 'Subject 3',
          press: 'Undo',
          shows: () => row('Subject 3')?.textContent?.includes('Do it') === true,
          asks: 'PATCH /notifications/3/revert',
        },
      ],
    ]

    it.each(changes)('%s', async (_, { of, press: name, shows, asks }) => {
      stored.push(
        notification('4', { isArchived: true, isRead: true }),
        notification('5', { isSnoozed: true, snoozedUntil: '2100-01-01T00:00:00.000Z' }),
      )
      const tab = { 'Subject 4': 'Archived', 'Subject 5': 'Snoozed' }[of]
      if (tab) await act(async () => tabNamed(tab)?.click())
      await until(() => row(of) !== undefined)
      vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
        requests.push(`${init.method} ${new URL(url).pathname.replace('/inbox/v1/inbox', '')}`)
        return new Promise(() => undefined)
      })
      const button = [...(row(of)?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === name)
      if (button) await act(async () => button.click())
      else await choose(of, name)
      await until(shows)
      expect(requests.at(-1)).toBe(asks)
    })
  })

  it('archives all optimistically, and rolls back on refusal', async () => {
    await openMenus()
    const archiveAll = () =>
      act(async () =>
        [...document.querySelectorAll<HTMLElement>('[role=menuitem]')]
          .find(({ textContent }) => textContent === 'Archive all')
          ?.click(),
      )
    refusing = true
    await archiveAll()
    await until(() => toastStore.get().length > 0)
    expect(toastStore.get()).toMatchObject([{ tone: 'error', title: "Couldn't archive them" }])
    expect(shown()).toEqual(['Unread: Subject 1', 'Unread: Subject 2', 'Subject 3'])

    refusing = false
    await archiveAll()
    await until(() => rows().length === 0)
    expect(requests.at(-1)).toBe('POST /notifications/archive')
  })

  it('moves all that was archived back to the inbox on undo, snoozed ones included', async () => {
    stored.push(notification('5', { isSnoozed: true, snoozedUntil: '2100-01-01T00:00:00.000Z' }))
    await openMenus()
    await act(async () =>
      [...document.querySelectorAll<HTMLElement>('[role=menuitem]')]
        .find(({ textContent }) => textContent === 'Archive all')
        ?.click(),
    )
    await until(() => toastStore.get().at(-1)?.title === 'Archived')
    await act(async () => toastStore.get().at(-1)?.action?.run())
    await until(() => toastStore.get().at(-1)?.title === 'Moved to inbox')
    expect(requests.filter((call) => call.endsWith('/unarchive'))).toEqual(
      ['1', '2', '3', '5'].map((id) => `PATCH /notifications/${id}/unarchive`),
    )
    await until(() => rows().length === 3)
  })

  it('offers no undo where more is archived than it could move back', async () => {
    await openMenus()
    hasMore = true
    await act(async () =>
      [...document.querySelectorAll<HTMLElement>('[role=menuitem]')]
        .find(({ textContent }) => textContent === 'Archive all')
        ?.click(),
    )
    await until(() => toastStore.get().at(-1)?.title === 'Archived')
    expect(toastStore.get().at(-1)?.action).toBeUndefined()
  })

  it('says what was marked and archived', async () => {
    const title = () => toastStore.get().at(-1)?.title
    const pressItem = (name: string) =>
      act(async () =>
        [...document.querySelectorAll<HTMLElement>('[role=menuitem]')]
          .find(({ textContent }) => textContent === name)
          ?.click(),
      )
    await choose('Subject 1', 'Mark as read')
    await until(() => title() === 'Marked as read')
    await choose('Subject 3', 'Mark as unread')
    await until(() => title() === 'Marked as unread')
    await openMenus()
    for (const action of ['Archive read', 'Archive all']) {
      await act(async () => toast.clear())
      await pressItem(action)
      await until(() => title() === 'Archived')
      expect(toastStore.get()).toMatchObject([{ tone: 'success' }])
    }
  })

  it('says that archiving many includes what is snoozed', async () => {
    await openMenus()
    const described = [...document.querySelectorAll('[role=menuitem]')]
      .filter(({ textContent }) => ['Archive read', 'Archive all'].includes(textContent))
      .map((item) => document.getElementById(item.getAttribute('aria-describedby') ?? '')?.textContent)
    expect(described).toEqual(['Includes snoozed notifications', 'Includes snoozed notifications'])
  })

  it('shows each tab separately', async () => {
    stored.push(notification('5', { isSnoozed: true }))
    await choose('Subject 1', 'Archive')
    await until(() => rows().length === 2)
    const tabs = [...document.querySelectorAll<HTMLElement>('[role=tab]')]
    await act(async () => tabs.find((tab) => tab.textContent === 'Archived')?.click())
    await until(() => rows().length === 1)
    expect(shown()).toEqual(['Subject 1'])
    await act(async () => tabs.find((tab) => tab.textContent === 'Snoozed')?.click())
    await until(() => row('Subject 5') !== undefined)
    expect(shown()).toEqual(['Unread: Subject 5'])
  })
})
