import { toast, type ToastTone } from './toast.ts'
import { readTab, writeTab } from '../../lib/browser/tab-storage.ts'

/** A toast for the next page, since sign-in pages are separate documents. */
export interface QueuedToast {
  tone: ToastTone
  title: string
  body?: string
}

const KEY = 'flash'

/** Stores a toast for the next page. */
export const queueToast = (flash: QueuedToast): void => writeTab(KEY, flash)

/** Shows the toast stored by the previous page, once. */
export function showQueuedToast(): void {
  const flash = readTab(KEY) as QueuedToast | undefined
  if (!flash) return
  writeTab(KEY, undefined)
  toast[flash.tone](flash.title, flash.body === undefined ? {} : { body: flash.body })
}
