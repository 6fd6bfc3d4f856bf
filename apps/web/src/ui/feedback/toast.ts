import { createStore } from '@fettle/chat-client/store'

export type ToastTone = 'success' | 'error' | 'info'

export interface ToastOptions {
  /** Secondary text. */
  body?: string
  /** Milliseconds; Infinity stays until closed. */
  duration?: number
  action?: { label: string; run: () => void }
  /** Replaces a visible toast of the same id. */
  id?: string
  /** Called once it is gone: expired, closed, replaced or pushed out by others. */
  onClose?: () => void
}

export interface ToastItem extends ToastOptions {
  id: string
  tone: ToastTone
  title: string
  duration: number
}

/** `limits.toastMs` of the protocol, which components in `ui/` do not import. */
const TOAST_DURATION_MS = 5_000
const MAX_TOASTS = 4

const items = createStore<readonly ToastItem[]>([])
let counter = 0

function set(next: readonly ToastItem[]): void {
  const removed = items.getSnapshot().filter((item) => !next.includes(item))
  items.set(next)
  removed.forEach(({ onClose }) => onClose?.())
}

function show(tone: ToastTone, title: string, options: ToastOptions = {}): string {
  const id = options.id ?? `toast-${++counter}`
  const item = { duration: TOAST_DURATION_MS, ...options, id, tone, title }
  set([...items.getSnapshot().filter((other) => other.id !== id), item].slice(-MAX_TOASTS))
  return id
}

/** Shows short messages; callable from anywhere. `<Toaster>` renders them. */
export const toast = {
  success: (title: string, options?: ToastOptions) => show('success', title, options),
  error: (title: string, options?: ToastOptions) => show('error', title, options),
  info: (title: string, options?: ToastOptions) => show('info', title, options),
  dismiss: (id: string) => set(items.getSnapshot().filter((item) => item.id !== id)),
  clear: () => set([]),
}

/** The toasts that are shown, for `<Toaster>`. */
export const toastStore = { subscribe: items.subscribe, get: items.getSnapshot }
