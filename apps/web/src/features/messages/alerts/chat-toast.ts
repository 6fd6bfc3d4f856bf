import { limits } from '@fettle/protocol/common/limits'
import { t } from '@lingui/core/macro'
import { toast, type ToastOptions } from '../../../ui/feedback/toast.ts'
import { chatErrorText } from '../chat-texts.ts'

const short = (options?: ToastOptions): ToastOptions => ({ duration: limits.chatNotificationMs, ...options })

/** Toasts about the chat itself, shorter than others, so that they do not interrupt a conversation. */
export const chatToast = {
  success: (title: string, options?: ToastOptions) => toast.success(title, short(options)),
  error: (title: string, options?: ToastOptions) => toast.error(title, short(options)),
  info: (title: string, options?: ToastOptions) => toast.info(title, short(options)),
  /** Shows that something failed, with the reason. */
  failed(title: string, error: unknown) {
    const body = chatErrorText(error)
    return toast.error(title, short(body === undefined ? {} : { body }))
  },
  /** Shows why something was refused. Returns the reason, for the dialog that stays open. */
  refused(error: unknown): string {
    const reason = chatErrorText(error) ?? t`Try again in a moment.`
    toast.error(reason, short())
    return reason
  },
}
