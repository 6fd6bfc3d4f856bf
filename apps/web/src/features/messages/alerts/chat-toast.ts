import { limits } from '@fettle/protocol/common/limits'
import { toast, type ToastOptions } from '../../../ui/feedback/toast.ts'
import { translateChatText } from '../chat-texts.ts'

const short = ({ body, ...options }: ToastOptions = {}): ToastOptions => ({
  duration: limits.chatNotificationDisplay,
  // The reason given by the server.
  ...(typeof body === 'string' && { body: translateChatText(body) }),
  ...options,
})

/** Toasts about the chat itself, shorter than others, so that they do not interrupt a conversation. */
export const chatToast = {
  success: (title: string, options?: ToastOptions) => toast.success(translateChatText(title), short(options)),
  error: (title: string, options?: ToastOptions) => toast.error(translateChatText(title), short(options)),
  info: (title: string, options?: ToastOptions) => toast.info(translateChatText(title), short(options)),
}
