import type { SlotWarning } from '@fettle/protocol/availability/availability'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { isApiError } from '../../lib/http/api-error.ts'
import { slotText } from '../../lib/format/dates.ts'
import { errorText } from '../../lib/http/error-text.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ConflictName } from '../bookings/conflict-name.tsx'
import { SlotWarningText } from '../bookings/slot-warning-text.tsx'
import { actionErrorOf, type Consent, type ActionError } from './action-error.ts'
import { useConsent } from './use-consent.tsx'

interface FreeSlot {
  startAt: string
  endAt: string
}

export interface ErrorNoticeProps {
  error: unknown
  timeZone: string
  now: Date
  /** Repeats the action with the consent. Absent in dialogs, whose own button repeats it. */
  onConsent?: ((consent: Consent) => void) | undefined
  /** Uses a free slot instead. */
  onSlot?: ((slot: FreeSlot) => void) | undefined
  /** Shown below a conflict. */
  children?: ReactNode
}

const detailsOf = (error: unknown): Readonly<Record<string, unknown>> => (isApiError(error) ? error.details : {})
const listIn = <Item,>(value: unknown): Item[] => (Array.isArray(value) ? (value as Item[]) : [])

/** Maps any error to why an action was refused and how to continue. */
export const toActionError = (error: unknown): ActionError => {
  const message = errorText(error, t`That didn't work. Try again.`)
  return isApiError(error)
    ? actionErrorOf({ code: error.code, message, details: error.details })
    : { kind: 'other', message }
}

/** Shows why an action was refused, with the ways to continue. */
export function ErrorNotice({ error, timeZone, now, onConsent, onSlot, children }: ErrorNoticeProps) {
  const consent = useConsent(onConsent && error, (given) => onConsent?.(given))
  const refusal = toActionError(error)
  const details = detailsOf(error)
  if (isApiError(error) && error.code === 'ACKNOWLEDGE_REQUIRED') {
    const warnings = listIn<SlotWarning>(details['warnings'])
    return (
      <Banner tone="warning" alert title={t`Check this first`}>
        <ul className="grid gap-1">
          {warnings.map(({ code, message, bookingId }) => (
            <li key={code}>
              <SlotWarningText message={message} bookingId={bookingId} />
            </li>
          ))}
        </ul>
        {consent && (
          <Button size="sm" variant="secondary" className="mt-3" onClick={consent.give}>
            <Trans>Continue anyway</Trans>
          </Button>
        )}
      </Banner>
    )
  }
  if (refusal.kind === 'conflict') {
    const suggestions = listIn<FreeSlot>(details['suggestions'])
    return (
      <Banner tone="warning" alert title={refusal.message}>
        {refusal.with && refusal.with.customerName !== null && (
          <p className="py-1.5 font-semibold">
            <Trans>
              Open <ConflictName conflict={refusal.with} />
            </Trans>
          </p>
        )}
        {onSlot && suggestions.length > 0 && (
          <div className="mt-2 grid gap-2">
            <p>
              <Trans>You're free at:</Trans>
            </p>
            <div className="flex flex-wrap gap-2">
              {suggestions.map((slot) => (
                <Button key={slot.startAt} size="sm" variant="secondary" onClick={() => onSlot(slot)}>
                  {slotText({ ...slot, timeZone }, now)}
                </Button>
              ))}
            </div>
          </div>
        )}
        {consent && (
          <details className="mt-2">
            <summary className="inline-flex min-h-9 items-center font-semibold underline pointer-coarse:min-h-11">
              <Trans>Book anyway</Trans>
            </summary>
            <form
              noValidate
              className="grid gap-3 pt-2"
              onSubmit={(event) => {
                event.preventDefault()
                consent.give()
              }}
            >
              {consent.field}
              <Button type="submit" size="sm" variant="secondary" className="justify-self-start">
                <Trans>Double-book</Trans>
              </Button>
            </form>
          </details>
        )}
        {children && <div className="pt-3">{children}</div>}
      </Banner>
    )
  }
  // Issues the form could not detect; the message names the field.
  const issues = isApiError(error) ? [...new Set(error.issues.map(({ message }) => message))] : []
  return (
    <Banner
      tone={refusal.kind === 'changed' ? 'info' : refusal.kind === 'expired' ? 'warning' : 'danger'}
      alert
      title={refusal.message}
    >
      {hint(refusal)}
      {issues.length > 0 && (
        <ul className="grid gap-1">
          {issues.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
    </Banner>
  )
}

function hint({ kind }: ActionError): ReactNode {
  switch (kind) {
    case 'expired':
      return <Trans>You can still message the customer and ask them to book again.</Trans>
    case 'changed':
      return <Trans>You're now seeing the latest version.</Trans>
    case 'offline':
    case 'conflict':
    case 'gone':
    case 'other':
      return undefined
  }
}
