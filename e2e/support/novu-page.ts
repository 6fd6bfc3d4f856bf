import { Novu, type Notification, type NovuOptions } from '@novu/js'
import { Inbox, NovuProvider, useCounts, useNotifications } from '@novu/react'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

/** A foreign page with Novu's published clients and nothing of ours; bundled and driven by novu.spec.ts. */

export type NovuPageOptions = Pick<NovuOptions, 'socketOptions'> & {
  applicationIdentifier: string
  subscriber: { subscriberId: string }
  subscriberHash: string
  apiUrl: string
  socketUrl: string
}

interface ReceivedEvent {
  event: string
  result: unknown
}

/** Functions called by `page.evaluate`. */
export interface NovuPage {
  Novu: typeof Novu
  /** Opens a client with its socket and records its events. */
  open(options: NovuPageOptions): Promise<{ novu: Novu; events: ReceivedEvent[] }>
  /** Waits for the next event of a kind. */
  next(events: ReceivedEvent[], event: string): Promise<unknown>
  /** Renders the hooks' results as text, and Novu's own inbox beside it. */
  draw(options: NovuPageOptions): void
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown

const all = [{}, { read: false, archived: false, snoozed: false }]

function Hooks() {
  const { notifications, hasMore } = useNotifications({ limit: 10 })
  const { counts } = useCounts({ filters: all })
  const hookValues = {
    subjects: notifications?.map((item: Notification) => `${item.isRead ? '' : '*'}${item.subject}`),
    hasMore,
    counts: counts?.map(({ count }) => count),
  }
  return createElement('pre', { id: 'hooks' }, JSON.stringify(hookValues))
}

const page: NovuPage = {
  Novu,
  async open(options) {
    const novu = new Novu({ ...options, useCache: false })
    const events: ReceivedEvent[] = []
    const connected = new Promise<void>((resolve, reject) => {
      novu.on('socket.connect.resolved', ({ error }) => (error ? reject(error as Error) : resolve()))
    })
    novu.on('notifications.notification_received', ({ result }) =>
      events.push({ event: 'received', result: plain(result) }),
    )
    novu.on('notifications.unread_count_changed', ({ result }) =>
      events.push({ event: 'unread', result: plain(result) }),
    )
    novu.on('notifications.unseen_count_changed', ({ result }) =>
      events.push({ event: 'unseen', result: plain(result) }),
    )
    await connected
    return { novu, events }
  },
  async next(events, event) {
    for (let tries = 0; tries < 250; tries += 1) {
      const at = events.findIndex((item) => item.event === event)
      if (at >= 0) return events.splice(0, at + 1).at(-1)?.result
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    throw new Error(`Received no ${event} event`)
  },
  draw(options) {
    const { apiUrl, ...rest } = options
    const root = createRoot(document.body.appendChild(document.createElement('div')))
    root.render([
      // oxlint-disable-next-line react/no-children-prop -- the provider's type asks for it among the properties
      createElement(NovuProvider, { key: 'hooks', ...options, children: createElement(Hooks) }),
      createElement(Inbox, { key: 'inbox', ...rest, backendUrl: apiUrl }),
    ])
  },
}

Object.assign(window, { page })
