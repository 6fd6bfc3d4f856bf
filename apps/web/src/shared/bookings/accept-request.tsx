import { acceptBooking } from '@fettle/protocol/bookings/calls'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { call } from '../../lib/http/api.ts'
import { Button, type ButtonVariant } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { bothConsents, type Consent } from '../errors/action-error.ts'

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
  /** Shows a check mark instead of the word. */
  compact?: boolean
  variant?: ButtonVariant
  className?: string
}

/** Accepts a request where it is listed. A refusal opens with the ways to continue. */
export function AcceptRequest({ id, title, timeZone, now, compact, variant, className }: AcceptRequestProps) {
  const client = useQueryClient()
  const [consent, setConsent] = useState<Consent>({})
  const accept = useMutation({
    // A queued answer would look like a promise that nobody has received.
    networkMode: 'always',
    mutationFn: (given: Consent) => call(acceptBooking, { params: { id }, body: given as { version?: number } }),
    onSuccess: ({ customer: { name } }) =>
      void toast.success(t`Booking accepted`, { body: t`We've let ${name} know.` }),
    onSettled: () =>
      Promise.all(['bookings', 'calendar', 'dashboard'].map((noun) => client.invalidateQueries({ queryKey: [noun] }))),
  })
  const send = (more: Consent) => {
    const both = bothConsents(consent, more)
    setConsent(both)
    accept.mutate(both)
  }
  const close = () => {
    setConsent({})
    accept.reset()
  }
  return (
    <>
      <Button
        size="sm"
        {...(variant && { variant })}
        {...(className && { className })}
        busy={accept.isPending}
        aria-label={t`Accept: ${title}`}
        {...(compact && { title: t`Accept` })}
        {...(compact && { icon: <Check size={18} aria-hidden="true" /> })}
        onClick={() => send({})}
      >
        {compact ? undefined : <Trans>Accept</Trans>}
      </Button>
      {accept.isError && (
        <Suspense>
          <RefusedAcceptance
            id={id}
            title={title}
            error={accept.error}
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
