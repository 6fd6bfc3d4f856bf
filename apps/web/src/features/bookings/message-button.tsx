import { Trans } from '@lingui/react/macro'
import { MessageSquare } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { useMessageCustomer } from './use-answer.ts'

export interface MessageButtonProps {
  customerId: string
  quiet?: boolean
  className?: string
}

/** Opens the conversation with a customer. */
export function MessageButton({ customerId, quiet, className = '' }: MessageButtonProps) {
  const message = useMessageCustomer()
  return (
    <Button
      variant={quiet ? 'secondary' : 'primary'}
      className={className}
      busy={message.isPending}
      icon={<MessageSquare size={20} aria-hidden="true" />}
      onClick={() => message.mutate({ body: { participantId: customerId } })}
    >
      <Trans>Message</Trans>
    </Button>
  )
}
