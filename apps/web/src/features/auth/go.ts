import { queueToast } from '../../ui/queued-toast.ts'
import type { ToastTone } from '../../ui/toast.ts'

/** Loads another page. It replaces this one where going back to it would make no sense. */
export function goTo(path: string, { replace = false }: { replace?: boolean } = {}): void {
  if (replace) location.replace(path)
  else location.assign(path)
}

/** The same, with a toast that the next page shows. */
export function goWithToast(path: string, tone: ToastTone, title: string, body?: string): void {
  queueToast({ tone, title, ...(body === undefined ? {} : { body }) })
  goTo(path)
}
