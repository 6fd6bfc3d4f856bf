import { queueToast, type QueuedToast } from '../../ui/feedback/queued-toast.ts'

/** Navigates to another page. Replaces the history entry where going back would make no sense. */
export function goTo(path: string, { replace = false }: { replace?: boolean } = {}): void {
  if (replace) location.replace(path)
  else location.assign(path)
}

/** Navigates to another page, which shows the given toast. */
export function goWithToast(path: string, toast: QueuedToast): void {
  queueToast(toast)
  goTo(path)
}
