import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { MessageSquareOff } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../routing/paths.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { chatToast } from '../alerts/chat-toast.ts'
import { isRefused } from './is-refused.ts'

interface NotOpenedProps {
  /** Why the conversation could not be opened. */
  error: unknown
  busy: boolean
  retry: () => void
}

/** Shown instead of a conversation that could not be opened: it was refused, or there was no answer. */
export function NotOpened({ error, busy, retry }: NotOpenedProps) {
  useEffect(() => void chatToast.error(t`Failed to create or get channel`, { id: 'channel' }), [error])
  return (
    <EmptyState
      icon={<MessageSquareOff size={26} />}
      title={<Trans>Failed to create or get channel</Trans>}
      action={
        <>
          <Button busy={busy} onClick={retry}>
            <Trans>Try again</Trans>
          </Button>
          <Link to={paths.messages} className={buttonClass({ variant: 'secondary' })}>
            <Trans>All conversations</Trans>
          </Link>
        </>
      }
    >
      {isRefused(error) ? (
        <Trans>The link may be wrong, or you aren't part of this conversation.</Trans>
      ) : (
        <Trans>Check your connection and try again.</Trans>
      )}
    </EmptyState>
  )
}
