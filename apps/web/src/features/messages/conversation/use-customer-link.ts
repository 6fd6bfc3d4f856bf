import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../../routing/paths.ts'
import { conversationPath } from '../../../routing/conversation-path.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { chatToast } from '../alerts/chat-toast.ts'
import { openChannelWith } from '../api.ts'

/** Opens the conversation with the customer an address names: links contain person ids, not channel ids. */
export function useCustomerLink(customerId: string | null): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!customerId) return
    // After leaving, the history entry is another page's.
    let isLeft = false
    openChannelWith(customerId).then(
      ({ channel }) => {
        if (!isLeft) void navigate(conversationPath(channel.id), { replace: true })
      },
      (error: unknown) => {
        if (isLeft) return
        chatToast.error(t`Failed to create or get channel`, { body: errorText(error, t`Try again in a moment.`) })
        void navigate(paths.messages, { replace: true })
      },
    )
    return () => {
      isLeft = true
    }
  }, [customerId, navigate])
}
