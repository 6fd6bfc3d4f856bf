import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { devNotify, getNotificationSession } from '@fettle/protocol/notifications/notifications'
import { expect, test, type APIRequestContext, type Page } from '@playwright/test'
import { build } from 'vite'
import type { NovuPage, NovuPageOptions } from '../support/novu-page.ts'
import { callApi, createProvider } from '../support/accounts.ts'

// The published Novu clients in a browser, on a page of another origin, against our inbox.

declare global {
  interface Window {
    page: NovuPage
  }
}

let site: Server
let origin: string

test.beforeAll(async () => {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      lib: {
        entry: fileURLToPath(new URL('../support/novu-page.ts', import.meta.url)),
        formats: ['iife'],
        name: 'unused',
      },
    },
  })
  const [{ output }] = built as unknown as { output: { type: string; code?: string }[] }[] as [
    { output: { type: string; code?: string }[] },
  ]
  const code = output.find(({ type }) => type === 'chunk')?.code ?? ''
  site = createServer((request, response) => {
    const isCode = request.url === '/page.js'
    response.setHeader('content-type', isCode ? 'text/javascript' : 'text/html; charset=utf-8')
    response.end(isCode ? code : '<!doctype html><title>Novu</title><body><script src="/page.js"></script>')
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
})
test.afterAll(() => site.close())

interface Subscriber {
  options: NovuPageOptions
  /** Notifies the subscriber, as the product would; newest last. */
  notify(...notifications: { subject: string; [more: string]: unknown }[]): Promise<string[]>
}

/** A provider's inbox session, as the product hands it to its pages, with the foreign page open. */
async function subscriber(page: Page, request: APIRequestContext): Promise<Subscriber> {
  const { token } = await createProvider(request)
  const session = await callApi<{
    applicationIdentifier: string
    subscriberId: string
    subscriberHash: string
    apiUrl: string
    socketUrl: string
    socketPath: string
  }>(request, getNotificationSession, undefined, token)
  const { subscriberId, socketPath, ...rest } = session
  await page.goto(origin)
  return {
    options: { ...rest, subscriber: { subscriberId }, socketOptions: { path: socketPath } },
    async notify(...notifications) {
      const withBody = notifications.map((notification) => Object.assign({ body: 'Something happened.' }, notification))
      const { ids } = await callApi<{ ids: string[] }>(request, devNotify, { subscriberId, notifications: withBody })
      return ids
    },
  }
}

test('our inbox supports the calls and socket of @novu/js', async ({ page, request }) => {
  const { options, notify } = await subscriber(page, request)

  await test.step('a session and live notifications match the list', async () => {
    await page.evaluate(async (sessionOptions) => {
      const opened = await window.page.open(sessionOptions)
      Object.assign(window, opened)
    }, options)
    await notify({ subject: 'First', severity: 'high', primaryAction: { label: 'Open', redirect: '/bookings' } })
    const answers = await page.evaluate(async () => {
      const { novu, events, page: own } = window as unknown as Window & Awaited<ReturnType<NovuPage['open']>>
      const received = await own.next(events, 'received')
      const unread = await own.next(events, 'unread')
      const unseen = await own.next(events, 'unseen')
      const { data } = await novu.notifications.list()
      return { received, unread, unseen, listed: JSON.parse(JSON.stringify(data?.notifications[0])) as object }
    })
    const { snoozedUntil: _, ...listed } = answers.listed as Record<string, unknown>
    expect(answers.received).toEqual(listed)
    expect(answers.unread).toEqual({ total: 1, severity: { high: 1, medium: 0, low: 0, none: 0 } })
    expect(answers.unseen).toBe(1)
  })

  await test.step('lists by page and filter, and counts', async () => {
    await notify(
      { subject: 'Second', tags: ['a'], data: { type: 'job', id: 'j1' } },
      { subject: 'Third', tags: ['b'], severity: 'low', secondaryAction: { label: 'No' } },
      { subject: 'Fourth', tags: ['a', 'b'] },
    )
    const answers = await page.evaluate(async () => {
      const { novu } = window as unknown as Awaited<ReturnType<NovuPage['open']>>
      const { notifications } = novu
      const list = async (filter: object) => {
        const { data } = await notifications.list(filter)
        return [data?.notifications.map(({ subject }) => subject).join(' '), data?.hasMore]
      }
      const first = (await notifications.list({ limit: 2 })).data?.notifications ?? []
      const { data: many } = await notifications.count({
        filters: [{}, { tags: ['a'] }, { severity: 'none' as never }],
      })
      return {
        page: await list({ limit: 2 }),
        after: await list({ limit: 2, after: first[1]?.id }),
        any: await list({ tags: ['a', 'b'] }),
        all: await list({ tags: { and: [{ or: ['a'] }, { or: ['b'] }] } }),
        data: await list({ data: { type: 'job' } }),
        severity: await list({ severity: ['high', 'low'] }),
        unread: await list({ read: false, archived: false, snoozed: false }),
        count: (await notifications.count({ read: false })).data?.count,
        counts: (many as { counts: { count: number }[] }).counts.map(({ count }) => count),
      }
    })
    expect(answers).toEqual({
      page: ['Fourth Third', true],
      after: ['Second First', false],
      any: ['Fourth Third Second', false],
      all: ['Fourth', false],
      data: ['Second', false],
      severity: ['Third First', false],
      unread: ['Fourth Third Second First', false],
      count: 4,
      counts: [4, 2, 2],
    })
  })

  await test.step('changes one with events', async () => {
    const changed = await page.evaluate(async () => {
      const { novu, events, page: own } = window as unknown as Window & Awaited<ReturnType<NovuPage['open']>>
      const find = async (subject: string) => {
        const { data } = await novu.notifications.list({ limit: 100 })
        const found = data?.notifications.find((one) => one.subject === subject)
        if (!found) throw new Error(`Found no notification ${subject}`)
        return found
      }
      const steps: Record<string, unknown> = {}
      const step = async (name: string, make: () => Promise<{ data?: unknown; error?: unknown }>, left?: number) => {
        events.length = 0
        const { data, error } = await make()
        if (error) throw error as Error
        const { isRead, isSeen, isArchived, isSnoozed } = (data ?? {}) as Record<string, boolean>
        const flags = Object.entries({ isRead, isSeen, isArchived, isSnoozed }).filter(([, on]) => on)
        // Events of earlier actions may still arrive: the last one counts.
        let unread: number | undefined
        while (unread !== left) ({ total: unread } = (await own.next(events, 'unread')) as { total: number })
        steps[name] = [flags.map(([flag]) => flag.slice(2)).join(' '), unread]
      }
      const soon = new Date(Date.now() + 3_600_000).toISOString()
      const second = await find('Second')
      await step('read', () => second.read(), 3)
      await step('unread', async () => (await find('Second')).unread(), 4)
      await step('archive', async () => (await find('Second')).archive(), 3)
      await step('unarchive', async () => (await find('Second')).unarchive(), 3)
      await step('snooze', async () => (await find('Third')).snooze(soon), 2)
      await step('unsnooze', async () => (await find('Third')).unsnooze(), 3)
      await step('complete', async () => (await find('First')).completePrimary(), 2)
      const isCompleted = (await find('First')).primaryAction?.isCompleted
      await step('revert', async () => (await find('First')).revertPrimary())
      const undone = (await find('First')).primaryAction?.isCompleted
      await step('seen', async () => (await find('Fourth')).seen())
      await step('delete', async () => (await find('Fourth')).delete(), 1)
      return { steps, done: isCompleted, undone }
    })
    expect(changed).toEqual({
      steps: {
        read: ['Read Seen', 3],
        unread: ['Seen', 4],
        archive: ['Read Seen Archived', 3],
        unarchive: ['Read Seen', 3],
        snooze: ['Seen Snoozed', 2],
        unsnooze: ['Seen', 3],
        complete: ['Read Seen', 2],
        revert: ['Read Seen', undefined],
        seen: ['Seen', undefined],
        delete: ['', 1],
      },
      done: true,
      undone: false,
    })
  })

  await test.step('changes many', async () => {
    const left = await page.evaluate(async () => {
      const { novu } = window as unknown as Awaited<ReturnType<NovuPage['open']>>
      const { notifications } = novu
      const state = async () => {
        const { data } = await notifications.list({ limit: 100 })
        return data?.notifications.map(
          ({ subject, isRead, isSeen, isArchived }) =>
            `${subject}${isRead ? ' read' : ''}${isSeen ? ' seen' : ''}${isArchived ? ' away' : ''}`,
        )
      }
      const steps: unknown[] = []
      const step = async (make: () => Promise<{ error?: unknown }>) => {
        const { error } = await make()
        if (error) throw error as Error
        steps.push(await state())
      }
      await step(() => notifications.seenAll())
      await step(() => notifications.readAll({ tags: ['b'] }))
      await step(() => notifications.archiveAll({ tags: ['a'] }))
      await step(() => notifications.archiveAllRead())
      await step(() => notifications.deleteAll())
      return steps
    })
    expect(left).toEqual([
      ['Third seen', 'Second read seen', 'First read seen'],
      ['Third read seen', 'Second read seen', 'First read seen'],
      ['Third read seen', 'Second read seen away', 'First read seen'],
      ['Third read seen away', 'Second read seen away', 'First read seen away'],
      [],
    ])
  })

  await test.step('preferences and schedule; unsupported features are empty', async () => {
    const chosen = await page.evaluate(async () => {
      const { novu } = window as unknown as Awaited<ReturnType<NovuPage['open']>>
      const { preferences, subscriptions, channelConnections } = novu
      const listed = (await preferences.list()).data ?? []
      const one = await preferences.update({ workflowId: 'offer-accepted', channels: { email: false } })
      const bulk = await preferences.bulkUpdate([{ workflowId: 'offer-expired', channels: { email: false } }])
      const hours = [{ start: '08:00 AM', end: '06:00 PM' }]
      const schedule = await preferences.schedule.update({
        isEnabled: true,
        weeklySchedule: { monday: { isEnabled: true, hours } },
      })
      const critical = await preferences.update({ workflowId: 'payout-failed', channels: { email: false } })
      return {
        first: listed[0]?.level,
        one: one.data?.channels,
        bulk: bulk.data?.map(({ channels }) => channels.email),
        monday: schedule.data?.weeklySchedule?.monday?.hours,
        critical: (critical.error as { originalError?: { status?: number } })?.originalError?.status,
        topics: (await subscriptions.list({ topicKey: 'news' })).data,
        topic: (await subscriptions.get({ topicKey: 'news' })).data,
        accounts: (await channelConnections.list()).data,
      }
    })
    expect(chosen).toEqual({
      first: 'global',
      one: { in_app: true, email: false, push: true, desktop: true },
      bulk: [false],
      monday: [{ start: '08:00 AM', end: '06:00 PM' }],
      critical: 400,
      topics: [],
      topic: null,
      accounts: expect.anything(),
    })
  })

  await test.step('errors have a status, also on the socket', async () => {
    const refused = await page.evaluate(async (sessionOptions) => {
      const { novu } = window as unknown as Awaited<ReturnType<NovuPage['open']>>
      const statusOf = ({ error }: { error?: unknown }) =>
        (error as { originalError?: { status?: number } } | undefined)?.originalError?.status
      const { notifications } = novu
      const soon = new Date(Date.now() + 1000).toISOString()
      const { data } = await notifications.list()
      const stranger = new window.page.Novu({ ...sessionOptions, subscriberHash: 'of somebody else' })
      const session = await new Promise((resolve) =>
        stranger.on('session.initialize.resolved', ({ error }) => resolve(error !== undefined)),
      )
      const unauthorized = new window.page.Novu({
        ...sessionOptions,
        socketOptions: {
          ...sessionOptions.socketOptions,
          query: { token: 'of somebody else' },
        } as NovuPageOptions['socketOptions'],
      })
      const socket = new Promise((resolve) =>
        unauthorized.on('socket.connect.resolved', ({ error }) => resolve((error as Error | undefined)?.message)),
      )
      await unauthorized.socket.connect()
      return {
        left: data?.notifications.length,
        unknown: statusOf(await notifications.read({ notificationId: 'ntf_01ARZ3NDEKTSV4RRFFQ69G5FAV' })),
        both: statusOf(await notifications.list({ read: false, archived: true })),
        soon: statusOf(await notifications.snooze({ notificationId: 'x', snoozeUntil: soon })),
        session,
        socket: await socket,
      }
    }, options)
    expect(refused).toMatchObject({ left: 0, both: 400, session: true, socket: 'Unauthorized' })
    for (const status of [refused.unknown, refused.soon]) expect([400, 404, 422]).toContain(status)
  })
})

test('hooks and inbox of @novu/react render and update', async ({ page, request }) => {
  const { options, notify } = await subscriber(page, request)
  await notify({ subject: 'Before' })
  await page.evaluate((sessionOptions) => window.page.draw(sessionOptions), options)
  const hooks = page.locator('#hooks')
  await expect(hooks).toHaveText('{"subjects":["*Before"],"hasMore":false,"counts":[1,1]}')
  await notify({ subject: 'While looking' })
  await expect(hooks).toHaveText('{"subjects":["*While looking","*Before"],"hasMore":false,"counts":[2,2]}')
  const bell = page.locator('.nv-bellContainer')
  await bell.click()
  await expect(page.getByText('While looking', { exact: true })).toBeVisible()
  await expect(page.getByText('Before', { exact: true })).toBeVisible()
})
