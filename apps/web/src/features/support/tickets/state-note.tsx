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
          <Banner title={<Trans>{name} is at it</Trans>}>
            <Trans>You are told as soon as there is an answer.</Trans>
          </Banner>
        )
      }
      return (
        <Banner tone={promiseMissed ? 'warning' : 'info'} title={<Trans>You get a first answer by {due}</Trans>}>
          {promiseMissed ? (
            <Trans>We were late already: your ticket was moved up.</Trans>
          ) : (
            <Trans>If we do not keep that, your ticket moves up by itself.</Trans>
          )}
        </Banner>
      )
    case 'PENDING':
      return (
        <Banner tone="warning" title={<Trans>{name} waits for your answer</Trans>}>
          <Trans>Without one it counts as settled {silent}. You can open it again then.</Trans>
        </Banner>
      )
    case 'ON_HOLD':
      return (
        <Banner tone="warning" title={<Trans>On hold until {until}</Trans>}>
          {hold?.reason}
        </Banner>
      )
    case 'RESOLVED':
      return (
        <Banner tone="success" title={<Trans>Settled</Trans>}>
          <Trans>If it is not, open it again until {closes}.</Trans>
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
                  <Trans>Start a new one</Trans>
                </Link>
              )
            )
          }
        >
          {mergedInto ? (
            <Trans>It goes on in {mergedInto.reference}.</Trans>
          ) : (
            <Trans>Start a new one and we will link it.</Trans>
          )}
        </Banner>
      )
  }
}
