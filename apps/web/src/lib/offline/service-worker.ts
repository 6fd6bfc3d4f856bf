import { ownLocale } from '../i18n/i18n.ts'

/** So long after the page has come to rest the device begins to keep the app: never while somebody waits for a screen. */
const START_DELAY_MS = 3_000
/** An app that is left open for days hears of a new version when it is looked at again. */
const UPDATE_INTERVAL_MS = 60 * 60_000

const container = (): ServiceWorkerContainer | undefined =>
  import.meta.env.PROD && 'serviceWorker' in navigator ? navigator.serviceWorker : undefined

/** The module the pages of a worker's build begin with. */
const entryOf = (worker: ServiceWorker): Promise<string> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => resolve(String(data))
    worker.postMessage({ type: 'WHICH' }, [port2])
  })

/** Whether this page is of the same build. */
const isSameBuild = async (worker: ServiceWorker): Promise<boolean> =>
  document.querySelector(`script[src="${await entryOf(worker)}"]`) !== null

/** A new version has been fetched: it takes over at once where the page is new already, else the page is told. */
async function activateOrAnnounce(waiting: ServiceWorker, onNews: () => void): Promise<void> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin but ours
  if (await isSameBuild(waiting)) waiting.postMessage({ type: 'TAKE_OVER' })
  else onNews()
}

function watchForUpdates(registration: ServiceWorkerRegistration, onNews: () => void): void {
  if (registration.waiting) void activateOrAnnounce(registration.waiting, onNews)
  registration.addEventListener('updatefound', () => {
    const { installing } = registration
    installing?.addEventListener('statechange', () => {
      // The first one of all waits for nobody.
      if (installing.state === 'installed' && registration.active) void activateOrAnnounce(installing, onNews)
    })
  })
  let asked = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - asked < UPDATE_INTERVAL_MS) return
    asked = Date.now()
    void registration.update().catch(() => undefined)
  })
}

interface WorkerListeners {
  /** A newer app is there than the one on the screen. */
  onNews: () => void
  /** Somebody has chosen a notification: go to the place it speaks of. */
  onOpen: (path: string) => void
}

/**
 * Has the device keep the app for the time without a connection, and hears what its worker says. The returned function
 * stops hearing.
 */
export function startServiceWorker({ onNews, onOpen }: WorkerListeners): () => void {
  const workers = container()
  if (!workers) return () => undefined
  const timer = setTimeout(() => {
    workers
      .register('/sw.js')
      .then((registration) => watchForUpdates(registration, onNews))
      .then(() => workers.ready)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin but ours
      .then(({ active }) => active?.postMessage({ type: 'SPEAK', locale: ownLocale() }))
      // Private windows and the like refuse it: then the app needs its connection.
      .catch(() => undefined)
  }, START_DELAY_MS)
  const hear = ({ data }: MessageEvent) => {
    const { type, url } = (data ?? {}) as { type?: string; url?: string }
    if (type !== 'OPEN' || !url) return
    const { pathname, search, hash } = new URL(url)
    onOpen(pathname + search + hash)
  }
  workers.addEventListener('message', hear)
  return () => {
    clearTimeout(timer)
    workers.removeEventListener('message', hear)
  }
}
