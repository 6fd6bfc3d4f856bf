import type { Ticket } from '@fettle/protocol/support/tickets'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { paths } from '../../../routing/paths.ts'
import { newTicketPath } from '../../../routing/new-ticket-path.ts'
import { momentWithin, ownTimeZone } from '../../../lib/format/dates.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { buttonClass } from '../../../ui/button.tsx'

/** Explains the ticket's status: who has to act, and until when. */
export function StateNote({ ticket, now }: { ticket: Ticket; now: Date }) {
  const { status, firstResponseDueAt, promiseMissed, silentUntil, hold, closesAt, mergedInto, id, assignee } = ticket
  const moment = (at: string | null | undefined) => (at ? momentWithin(at, ownTimeZone(), now) : '')
  const due = moment(firstResponseDueAt)
  const silent = moment(silentUntil)
  const until = moment(hold?.until)
  const closes = moment(closesAt)
  const name = assignee?.name ?? t`Support`
  switch (status) {
    case 'OPEN':
      if (!firstResponseDueAt) {
        return (
          <Banner title={<Trans>{name} is working on it</Trans>}>
            <Trans>We'll notify you when we reply.</Trans>
          </Banner>
        )
      }
      return (
        <Banner tone={promiseMissed ? 'warning' : 'info'} title={<Trans>You'll get a first reply by {due}</Trans>}>
          {promiseMissed ? (
            <Trans>We're late, so your ticket now has a higher priority.</Trans>
          ) : (
            <Trans>If we miss that, your ticket automatically gets a higher priority.</Trans>
          )}
        </Banner>
      )
    case 'PENDING':
      return (
        <Banner tone="warning" title={<Trans>{name} is waiting for your reply</Trans>}>
          <Trans>Without a reply we'll mark it as resolved {silent}. You can reopen it after that.</Trans>
        </Banner>
      )
    case 'ON_HOLD':
      return (
        <Banner tone="warning" title={<Trans>On hold until {until}</Trans>}>
          <bdi>{hold?.reason}</bdi>
        </Banner>
      )
    case 'RESOLVED':
      return (
        <Banner tone="success" title={<Trans>Resolved</Trans>}>
          <Trans>Not resolved? Reopen it before {closes}.</Trans>
        </Banner>
      )
    case 'CLOSED':
      return (
        <Banner
          title={<Trans>This ticket is closed</Trans>}
          action={
            mergedInto ? (
              <Link to={paths.ticket(mergedInto.id)} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
                <Trans>Go to {mergedInto.reference}</Trans>
              </Link>
            ) : (
              ticket.allowedActions.includes('follow-up') && (
                <Link
                  to={newTicketPath({ followsUp: id, category: ticket.category })}
                  className={buttonClass({ variant: 'secondary', size: 'sm' })}
                >
                  <Trans>Open a new ticket</Trans>
                </Link>
              )
            )
          }
        >
          {mergedInto ? (
            <Trans>Continued in {mergedInto.reference}.</Trans>
          ) : (
            <Trans>Open a new ticket and we'll link it to this one.</Trans>
          )}
        </Banner>
      )
  }
}
