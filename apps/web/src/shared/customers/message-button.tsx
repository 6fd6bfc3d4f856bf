import { Trans } from '@lingui/react/macro'
import { MessageSquare } from 'lucide-react'
import { Link } from 'react-router'
import { customersPath } from '../../routing/conversation-path.ts'
import { buttonClass } from '../../ui/button.tsx'

export interface MessageButtonProps {
  customerId: string
  quiet?: boolean
  className?: string
}

/** Link to the conversation with a customer, which is created if necessary. */
export const MessageButton = ({ customerId, quiet, className }: MessageButtonProps) => (
  <Link to={customersPath(customerId)} className={buttonClass({ variant: quiet ? 'secondary' : 'primary', className })}>
    <MessageSquare size={20} aria-hidden="true" />
    <Trans>Message</Trans>
  </Link>
)
