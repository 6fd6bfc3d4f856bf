import { ownLocale } from '../i18n/i18n.ts'

/** Delay after load before the service worker starts precaching, so that it never competes with the first screen. */
const START_DELAY_MS = 3_000
/** Pages left open for days check for updates when they become visible. */
const UPDATE_INTERVAL_MS = 60 * 60_000

const container = (): ServiceWorkerContainer | undefined =>
  import.meta.env.PROD && 'serviceWorker' in navigator ? navigator.serviceWorker : undefined

/** Paths of the files that a worker precaches. Their names contain hashes, so they tell its build. */
const precachedBy = (worker: ServiceWorker): Promise<string[]> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => resolve(data as string[])
    worker.postMessage({ type: 'WHICH' }, [port2])
  })

/** Whether this page is of the same build: the worker precaches its entry module. */
async function isSameBuild(worker: ServiceWorker): Promise<boolean> {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  const precached = await precachedBy(worker)
  return entry !== null && precached.some((path) => new URL(path, location.origin).href === entry.src)
}

/** Handles an installed update: activates it at once when the page is of the new build, else announces it. */
async function activateOrAnnounce(waiting: ServiceWorker, onUpdate: () => void): Promise<void> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has the origin of the app
  if (await isSameBuild(waiting)) waiting.postMessage({ type: 'TAKE_OVER' })
  else onUpdate()
}

function watchForUpdates(registration: ServiceWorkerRegistration, onUpdate: () => void): void {
  if (registration.waiting) void activateOrAnnounce(registration.waiting, onUpdate)
  registration.addEventListener('updatefound', () => {
    const { installing } = registration
    installing?.addEventListener('statechange', () => {
      // The first installation activates by itself.
      if (installing.state === 'installed' && registration.active) void activateOrAnnounce(installing, onUpdate)
    })
  })
  let checkedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - checkedAt < UPDATE_INTERVAL_MS) return
    checkedAt = Date.now()
    void registration.update().catch(() => undefined)
  })
}

interface WorkerListeners {
  /** Called when a newer version is available. */
  onUpdate: () => void
  /** Called when a notification was clicked, with its path. */
  onOpen: (path: string) => void
}

/** Registers the service worker and handles its messages. The returned function stops handling. */
export function startServiceWorker({ onUpdate, onOpen }: WorkerListeners): () => void {
  const workers = container()
  if (!workers) return () => undefined
  let informedWorker: ServiceWorker | null = null
  /** A worker that takes over later drops the fallback pages of the one before, which are in this page's language. */
  const sendLanguage = () =>
    void workers.ready.then(({ active }) => {
      if (active === informedWorker) return
      informedWorker = active
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has the origin of the app
      active?.postMessage({ type: 'SPEAK', locale: ownLocale() })
    })
  const timer = setTimeout(() => {
    workers
      .register('/sw.js')
      .then((registration) => watchForUpdates(registration, onUpdate))
      .then(sendLanguage)
      // Refused in private windows: the app then works only online.
      .catch(() => undefined)
  }, START_DELAY_MS)
  const onMessage = ({ data }: MessageEvent) => {
    const { type, url } = (data ?? {}) as { type?: string; url?: string }
    if (type !== 'OPEN' || !url) return
    const { pathname, search, hash } = new URL(url)
    onOpen(pathname + search + hash)
  }
  workers.addEventListener('message', onMessage)
  workers.addEventListener('controllerchange', sendLanguage)
  return () => {
    clearTimeout(timer)
    workers.removeEventListener('message', onMessage)
    workers.removeEventListener('controllerchange', sendLanguage)
  }
}
