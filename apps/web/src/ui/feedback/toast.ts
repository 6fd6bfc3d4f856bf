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

export const TOAST_DURATION_MS = 5_000
const MAX_TOASTS = 4

let items: readonly ToastItem[] = []
let counter = 0
const listeners = new Set<() => void>()

function set(next: readonly ToastItem[]): void {
  const gone = items.filter((item) => !next.includes(item))
  items = next
  listeners.forEach((listener) => listener())
  gone.forEach(({ onClose }) => onClose?.())
}

function show(tone: ToastTone, title: string, options: ToastOptions = {}): string {
  const id = options.id ?? `toast-${++counter}`
  const item = { duration: TOAST_DURATION_MS, ...options, id, tone, title }
  set([...items.filter((other) => other.id !== id), item].slice(-MAX_TOASTS))
  return id
}

/** Shows short messages; callable from anywhere. `<Toaster>` renders them. */
export const toast = {
  success: (title: string, options?: ToastOptions) => show('success', title, options),
  error: (title: string, options?: ToastOptions) => show('error', title, options),
  info: (title: string, options?: ToastOptions) => show('info', title, options),
  dismiss: (id: string) => set(items.filter((item) => item.id !== id)),
  clear: () => set([]),
}

export const toastStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  get: () => items,
}
