import { acceptBooking, getBooking } from '@fettle/protocol/bookings/calls'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { call } from '../../lib/http/api.ts'
import { queryOf } from '../../lib/http/query.ts'
import { Button } from '../../ui/button.tsx'
import { BookingChip } from './booking-chip.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { usePendingStatus } from '../../ui/feedback/undo.ts'
import { mergeConsents, type Consent } from '../errors/action-error.ts'
import { answerWithUndo, needsConsent, refetchAfterAnswer } from './answer-with-undo.ts'
import { useRowFocus } from './use-row-focus.ts'

// A refusal is rare: its words and fields load with the first one.
const RefusedAcceptance = lazy(async () => ({
  default: (await import('./refused-acceptance.tsx')).RefusedAcceptance,
}))

export interface AcceptRequestProps {
  id: string
  /** Named in the button's accessible name, because several requests are on the screen. */
  title: string
  timeZone: string
  now: Date
  /** Something else comes first. */
  variant?: 'secondary' | 'quiet'
  /** Shows a check mark instead of the word. */
  compact?: boolean
  className?: string
}

/**
 * Accepts a request where it is listed, with five seconds to undo it. A time that is taken or needs a second look opens
 * with the ways to continue; with such a consent the request is accepted at once.
 */
export function AcceptRequest(props: AcceptRequestProps) {
  const { id, title, timeZone, now, variant = 'secondary', compact, className } = props
  const client = useQueryClient()
  const [consent, setConsent] = useState<Consent>({})
  // Kept while the request is sent again, so that its dialog stays.
  const [refused, setRefused] = useState<unknown>()
  const accept = useMutation({
    mutationFn: async (sentConsent: Consent): Promise<{ isAnswered: boolean }> => {
      const params = { id }
      const send = () => call(acceptBooking, { params, body: sentConsent as { version?: number } }, { keepalive: true })
      const isConsented = Object.keys(sentConsent).length > 0
      const booking = isConsented
        ? undefined
        : await client.fetchQuery({
            ...queryOf(getBooking, { params }),
            staleTime: 0,
            retry: false,
          })
      if (booking && !needsConsent(booking))
        return { isAnswered: (await answerWithUndo(booking, 'accept', send)) !== undefined }
      const { name } = (await send()).customer
      toast.success(t`Booking accepted`, { body: t`We've let ${name} know.` })
      return { isAnswered: true }
    },
    onSuccess: () => setRefused(undefined),
    onError: setRefused,
    onSettled: (result) => refetchAfterAnswer(client, result?.isAnswered ?? false),
  })
  const send = (more: Consent) => {
    const consents = mergeConsents(consent, more)
    setConsent(consents)
    accept.mutate(consents)
  }
  const close = () => {
    setConsent({})
    setRefused(undefined)
    accept.reset()
  }
  const pendingStatus = usePendingStatus(id)
  const ref = useRowFocus<HTMLSpanElement>(pendingStatus !== undefined)
  if (pendingStatus)
    return (
      <span ref={ref} className="contents">
        {!compact && <BookingChip state={pendingStatus} />}
      </span>
    )
  return (
    <>
      <Button
        size="sm"
        variant={variant}
        {...(className && { className })}
        busy={accept.isPending}
        aria-label={t`Accept: ${title}`}
        aria-keyshortcuts="A"
        title={t`Accept (A)`}
        {...(compact && { icon: <Check size={18} aria-hidden="true" /> })}
        onClick={() => send({})}
      >
        {compact ? undefined : <Trans>Accept</Trans>}
      </Button>
      {refused !== undefined && (
        <Suspense>
          <RefusedAcceptance
            id={id}
            title={title}
            error={refused}
            busy={accept.isPending}
            timeZone={timeZone}
            now={now}
            onConsent={send}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}
