import type { BookingView } from '@fettle/protocol/bookings'
import { t } from '@lingui/core/macro'
import type { QueryClient } from '@tanstack/react-query'
import { withUndo } from '../../ui/feedback/undo.ts'

interface Request {
  id: string
  title: string
  customer: { name: string }
}

/** The answers to a request, with the status it is shown with while they can be undone. */
const outcomes = { accept: 'CONFIRMED', decline: 'DECLINED' } as const

/**
 * Sends an answer to a request once it can no longer be undone. Resolves to undefined when it was undone, or refused
 * after all.
 */
export const answerWithUndo = <Result>(
  { id, title, customer: { name } }: Request,
  action: keyof typeof outcomes,
  send: () => Promise<Result>,
): Promise<Result | undefined> =>
  withUndo(
    {
      subject: id,
      shown: outcomes[action],
      title: action === 'accept' ? t`Booking accepted` : t`Request declined`,
      body: t`We'll let ${name} know.`,
      failed: t`Still waiting for your answer: ${title}`,
    },
    send,
  )

/**
 * Refetches what an answer changes. The buttons of a list wait for that, because a request that was answered must not
 * ask again for a moment. After an undo or a refusal it asks again anyway, so that they work at once.
 */
export async function refetchAfterAnswer(client: QueryClient, isAnswered: boolean): Promise<void> {
  const refetched = Promise.all(
    ['bookings', 'series', 'calendar', 'dashboard'].map((noun) => client.invalidateQueries({ queryKey: [noun] })),
  )
  if (isAnswered) await refetched
}

/** Whether accepting needs a consent first: the time is taken, or there is something to check. */
export const needsConsent = ({ slotTaken, warnings }: Pick<BookingView, 'slotTaken' | 'warnings'>): boolean =>
  slotTaken || warnings.length > 0
