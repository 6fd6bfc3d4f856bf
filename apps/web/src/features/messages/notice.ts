import { limits } from '@fettle/protocol/limits'
import { toast, type ToastOptions } from '../../ui/toast.ts'

const short = (options: ToastOptions = {}): ToastOptions => ({ duration: limits.chatNotificationDisplay, ...options })

/** What the chat says of its own doings: shorter than other toasts, as talking goes on (spec §9). */
export const notice = {
  success: (title: string, options?: ToastOptions) => toast.success(title, short(options)),
  error: (title: string, options?: ToastOptions) => toast.error(title, short(options)),
  info: (title: string, options?: ToastOptions) => toast.info(title, short(options)),
}
