import { limits } from '@fettle/protocol/common/limits'
import { toast, type ToastOptions } from '../../ui/toast.ts'
import { chatWord } from './chat-words.ts'

const short = ({ body, ...options }: ToastOptions = {}): ToastOptions => ({
  duration: limits.chatNotificationDisplay,
  // Why, as the chat says it.
  ...(typeof body === 'string' && { body: chatWord(body) }),
  ...options,
})

/** What the chat says of its own doings: shorter than other toasts, as talking goes on (spec §9). */
export const notice = {
  success: (title: string, options?: ToastOptions) => toast.success(chatWord(title), short(options)),
  error: (title: string, options?: ToastOptions) => toast.error(chatWord(title), short(options)),
  info: (title: string, options?: ToastOptions) => toast.info(chatWord(title), short(options)),
}
