import type { BookingDetails } from '@fettle/protocol/bookings'
import { mergeConsents } from '../../../shared/errors/action-error.ts'
import { ErrorNotice, type ErrorNoticeProps } from '../../../shared/errors/error-notice.tsx'
import { acceptWithConsent } from '../api.ts'
import type { OfflineActions } from '../offline/use-offline-actions.ts'
import type { useAnswer } from './use-answer.ts'

interface RefusalNoticeProps {
  booking: BookingDetails
  error: unknown
  answer: ReturnType<typeof useAnswer>
  offline: OfflineActions
  now: Date
}

/** Says why an answer or an action was refused, with a button that repeats it with the consent it needs. */
export function RefusalNotice({ error, now, ...refused }: RefusalNoticeProps) {
  return (
    <ErrorNotice error={error} timeZone={refused.booking.timeZone} now={now} onConsent={toConsentHandler(refused)} />
  )
}

function toConsentHandler({
  booking,
  answer,
  offline,
}: Pick<RefusalNoticeProps, 'booking' | 'answer' | 'offline'>): ErrorNoticeProps['onConsent'] {
  if (answer.error)
    return (consent) => answer.mutate({ booking, answer: acceptWithConsent(answer.variables?.answer, consent) })
  const { failed } = offline
  if (failed?.kind === 'resume')
    return (consent) => void offline.run('resume', { ...mergeConsents(failed.payload ?? {}, consent) })
  return undefined
}
