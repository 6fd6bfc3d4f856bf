import { limits } from '@fettle/protocol/common/limits'
import { toast, type ToastOptions } from '../../ui/toast.ts'
import { translateChatText } from './chat-texts.ts'

const short = ({ body, ...options }: ToastOptions = {}): ToastOptions => ({
  duration: limits.chatNotificationDisplay,
  // Why, as the chat says it.
  ...(typeof body === 'string' && { body: translateChatText(body) }),
  ...options,
})

/** What the chat says of its own doings: shorter than other toasts, as talking goes on. */
export const chatToast = {
  success: (title: string, options?: ToastOptions) => toast.success(translateChatText(title), short(options)),
  error: (title: string, options?: ToastOptions) => toast.error(translateChatText(title), short(options)),
  info: (title: string, options?: ToastOptions) => toast.info(translateChatText(title), short(options)),
}
