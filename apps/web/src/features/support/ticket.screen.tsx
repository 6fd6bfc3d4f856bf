import type { Ticket } from '@fettle/protocol/support/tickets'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { paths } from '../../routing/paths.ts'
import { hasStatus } from '../../lib/http/api-error.ts'
import { errorText } from '../../lib/http/error-text.ts'
import { useNow } from '../../lib/browser/now.ts'
import { useConnection } from '../../lib/http/connection.ts'
import { useBack } from '../../routing/use-back.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { SkeletonList } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import type { Back } from '../../ui/navigation/back-link.tsx'
import { markTicketRead, stepTicket, ticketQuery } from './tickets/api.ts'
import { Composer } from './tickets/composer.tsx'
import { Conversation } from './tickets/conversation.tsx'
import { NotLoaded } from './tickets/not-loaded.tsx'
import { Rating } from './tickets/rating.tsx'
import { ReopenDialog } from './tickets/reopen-dialog.tsx'
import { StateNote } from './tickets/state-note.tsx'
import { TicketFacts } from './tickets/ticket-facts.tsx'

/** Page of one ticket: status, conversation and actions. */
export function Component() {
  const { id = '' } = useParams()
  const query = useQuery(ticketQuery(id))
  const { data: ticket, error } = query
  const back = useBack({ to: paths.tickets, label: t`My tickets` })
  // A new key: what is written to one ticket must not go to the next.
  if (ticket) return <Loaded key={id} ticket={ticket} back={back} />
  return (
    <Page title={t`Ticket`} back={back}>
      {hasStatus(error, 404) ? (
        <EmptyState
          title={<Trans>Ticket not found</Trans>}
          action={
            <Link to={paths.tickets} className={buttonClass({ variant: 'secondary' })}>
              <Trans>My tickets</Trans>
            </Link>
          }
        >
          <Trans>The link may be wrong, or it belongs to another account.</Trans>
        </EmptyState>
      ) : error ? (
        <NotLoaded title={t`We couldn't load the ticket.`} query={query} />
      ) : (
        <SkeletonList rows={3} />
      )}
    </Page>
  )
}

function Loaded({ ticket, back }: { ticket: Ticket; back: Back }) {
  const client = useQueryClient()
  const now = useNow()
  const isConnected = useConnection()
  const [search, setSearch] = useSearchParams()
  const step = useMutation(stepTicket(client))
  const { id, subject, unread, allowedActions } = ticket
  const may = (action: Ticket['allowedActions'][number]) => allowedActions.includes(action)
  const isReopening = search.get('action') === 'reopen' && may('reopen')

  // Mark as read.
  useEffect(() => {
    if (unread > 0 && isConnected) markTicketRead(client, id).catch(() => undefined)
  }, [client, id, unread, isConnected])

  const resolve = () =>
    step.mutate(
      { ticket, step: { action: 'resolve' } },
      {
        onSuccess: () => toast.success(t`Resolved`, { id: 'ticket' }),
        onError: (failed) => toast.error(errorText(failed, t`Try again in a moment.`), { id: 'ticket' }),
      },
    )
  return (
    <Page
      title={subject}
      back={back}
      actions={
        <>
          {may('resolve') && (
            <Button variant="secondary" busy={step.isPending} disabled={!isConnected} onClick={resolve}>
              <Trans>Mark as resolved</Trans>
            </Button>
          )}
          {may('reopen') && (
            <Button
              variant="secondary"
              disabled={!isConnected}
              onClick={() => setSearch({ action: 'reopen' }, { replace: true })}
            >
              <Trans>Reopen ticket</Trans>
            </Button>
          )}
        </>
      }
    >
      <TicketFacts ticket={ticket} />
      <StateNote ticket={ticket} now={now} />
      <Conversation ticket={ticket} now={now} />
      {may('csat') && <Rating key={ticket.csat?.at ?? ''} ticket={ticket} />}
      {may('message') && <Composer ticket={ticket} />}
      {isReopening && <ReopenDialog ticket={ticket} onClose={() => setSearch({}, { replace: true })} />}
    </Page>
  )
}
