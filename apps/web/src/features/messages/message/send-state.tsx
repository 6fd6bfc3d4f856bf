import type { SendState } from '@fettle/chat-client'
import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { Check, CheckCheck, CircleAlert, Clock, Eye } from 'lucide-react'

function stateIcons(state: SendState): { Icon: typeof Check; label: string; colour: string } {
  switch (state) {
    case 'queued':
      return { Icon: Clock, label: t`Waiting to be sent`, colour: '' }
    case 'sending':
      return { Icon: Clock, label: t`Sending`, colour: '' }
    case 'sent':
      return { Icon: Check, label: t`Sent`, colour: '' }
    case 'delivered':
      return { Icon: CheckCheck, label: t`Delivered`, colour: '' }
    case 'read':
      return { Icon: Eye, label: t`Read`, colour: 'text-info' }
    case 'failed':
      return { Icon: CircleAlert, label: t`Not sent`, colour: 'text-danger' }
  }
}

/** Delivery state of one's own message: icon and text for screen readers. */
export function SendStateMark({ state }: { state: SendState }) {
  const { Icon, label, colour } = stateIcons(state)
  return (
    <span data-state={state} title={label} className={clsx('inline-flex align-[-2px]', colour)}>
      <Icon size={14} aria-hidden="true" className="me-1 last:me-0" />
      <span className="sr-only">{label}</span>
    </span>
  )
}
