import type { RelatedType, Ticket } from '@fettle/protocol/support/tickets'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { paths } from '../../../routing/paths.ts'
import { categoryLabel, priorityLabel } from '../labels.ts'
import { TicketChip } from './ticket-chip.tsx'

const relatedPath: Record<RelatedType, (id: string) => string> = {
  BOOKING: paths.booking,
  OFFER: paths.offer,
  CONTRACT: paths.contract,
  INVOICE: paths.invoice,
  PAYOUT: (id) => `${paths.earnings}?tab=payouts&payout=${id}`,
}

const linkClass = 'font-medium text-accent-text underline underline-offset-2'

/** Reference, status and topic of a ticket; one line on large screens. */
export function TicketFacts({ ticket }: { ticket: Ticket }) {
  const { reference, category, priority, status, related, followsUp } = ticket
  return (
    <div className="-mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-text-muted">
      <TicketChip state={status} />
      <span className="tabular-nums">{reference}</span>
      <span>{categoryLabel(category)}</span>
      <span>{priorityLabel(priority)}</span>
      {related && (
        <Link to={relatedPath[related.type](related.id)} className={linkClass}>
          <Trans>About {related.label}</Trans>
        </Link>
      )}
      {followsUp && (
        <Link to={paths.ticket(followsUp.id)} className={linkClass}>
          <Trans>Continues {followsUp.reference}</Trans>
        </Link>
      )}
    </div>
  )
}
