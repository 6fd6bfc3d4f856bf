import { HOUR_MS } from '@fettle/protocol/core/durations'
import type { BookingStatus, BookingSummary } from '@fettle/protocol/bookings'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { ownTimeZone } from '../../lib/format/dates.ts'
import { BookingCard } from '../../shared/bookings/booking-card.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

interface SampleStep {
  status: BookingStatus
  /** Says what happens in the step, and what the customer sees. */
  text: string
  /** Button that leads on. */
  next: string
}

const stepsOf = (): SampleStep[] => [
  {
    status: 'REQUESTED',
    text: t`A request shows the time, the price and how long you have to reply. The full address appears when you accept.`,
    next: t`Accept`,
  },
  {
    status: 'CONFIRMED',
    text: t`The customer hears from us right away. Now you see the address and phone number, and the job is in your calendar.`,
    next: t`Start travel`,
  },
  {
    status: 'EN_ROUTE',
    text: t`The customer sees that you're on the way, and when you'll arrive.`,
    next: t`I've arrived`,
  },
  { status: 'ARRIVED', text: t`Your working time starts with the next tap.`, next: t`Start work` },
  {
    status: 'IN_PROGRESS',
    text: t`Add photos, tick off your checklist and agree extra work. It all works without a connection too.`,
    next: t`Complete`,
  },
  {
    status: 'AWAITING_CONFIRMATION',
    text: t`The customer confirms the work. If they don't reply, it's confirmed automatically after a while.`,
    next: t`Next`,
  },
  {
    status: 'COMPLETED',
    text: t`The invoice is written for you, and the customer can leave a review. Real requests appear on this page.`,
    next: t`Done`,
  },
]

function sampleJob(status: BookingStatus, now: Date): BookingSummary {
  const start = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 10).getTime()
  const at = (time: number) => new Date(time).toISOString()
  return {
    id: 'sample',
    reference: '',
    status,
    title: t`Kitchen tap drips`,
    serviceCategory: 'PLUMBING',
    customer: { id: 'sample', name: t`Sample customer`, avatar: null, phone: null },
    schedulingMode: 'FIXED',
    startAt: at(start),
    endAt: at(start + HOUR_MS),
    timeZone: ownTimeZone(),
    city: t`Near you`,
    price: { model: 'TO_QUOTE' },
    respondBy: at(now.getTime() + 2 * HOUR_MS),
    version: 1,
    createdAt: at(now.getTime()),
  }
}

/** A job to try: each step as its button does it, with what the customer sees. Nothing leaves this page. */
export function SampleJob({ now, onClose }: { now: Date; onClose: () => void }) {
  const [index, setIndex] = useState(0)
  const steps = stepsOf()
  const step = steps[index]
  if (!step) return null
  const number = index + 1
  const count = steps.length
  const isLast = number === count
  return (
    <Dialog
      onClose={onClose}
      title={<Trans>Try a sample job</Trans>}
      description={
        <Trans>
          Step {number} of {count}
        </Trans>
      }
      footer={
        <Button size="lg" onClick={() => (isLast ? onClose() : setIndex(number))}>
          {step.next}
        </Button>
      }
    >
      <div className="grid grid-cols-1 gap-4 pt-1">
        <div className="rounded-card border border-line bg-surface p-4">
          <BookingCard booking={sampleJob(step.status, now)} now={now} />
        </div>
        <p role="status" className="min-h-18">
          {step.text}
        </p>
      </div>
    </Dialog>
  )
}
