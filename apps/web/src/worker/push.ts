/** Payload of a push message, encrypted for this browser: text and link. */
interface PushPayload {
  title: string
  body: string
  url: string
  tag: string
  /** Language and direction of the text. */
  lang: string
  dir: NotificationDirection
}

const read = (data: PushEvent['data']): Partial<PushPayload> => {
  try {
    return (data?.json() ?? {}) as Partial<PushPayload>
  } catch {
    return {}
  }
}

/** Only addresses of our own origin: a push message never opens another site. */
function sameOriginPath(url: unknown, origin: string): string {
  try {
    const target = new URL(String(url ?? '/'), origin)
    return target.origin === origin ? target.href : origin
  } catch {
    return origin
  }
}

/** Shows push messages and opens their address on click. */
export function listenForPushes(worker: ServiceWorkerGlobalScope): void {
  const { clients, location, registration } = worker
  const windows = () => clients.matchAll({ type: 'window', includeUncontrolled: true })

  async function show(pushed: Partial<PushPayload>): Promise<void> {
    // The app is visible and shows the notification itself.
    if ((await windows()).some((window) => window.focused)) return
    await registration.showNotification(pushed.title ?? 'Fettle', {
      body: pushed.body ?? '',
      icon: '/icons/192.png',
      badge: '/icons/badge.png',
      data: sameOriginPath(pushed.url, location.origin),
      ...(pushed.tag ? { tag: pushed.tag } : {}),
      ...(pushed.lang ? { lang: pushed.lang } : {}),
      ...(pushed.dir ? { dir: pushed.dir } : {}),
    })
  }

  async function open(url: string): Promise<void> {
    const all = await windows()
    const target = all.find((window) => window.url === url) ?? all[0]
    if (!target) return void (await clients.openWindow(url))
    await target.focus()
    // The app goes there by itself, and keeps what is being written.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- windows of this app have its origin
    if (target.url !== url) target.postMessage({ type: 'OPEN', url })
  }

  worker.addEventListener('push', (event) => event.waitUntil(show(read(event.data))))
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(sameOriginPath(event.notification.data, location.origin)))
  })
}
