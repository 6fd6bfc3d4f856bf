import type { BookingSummary } from '@fettle/protocol/bookings'
import { Plural, Trans } from '@lingui/react/macro'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { slotText } from '../../lib/dates.ts'
import { priceText } from '../../lib/money.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Countdown } from '../../ui/countdown.tsx'
import type { First } from './model.ts'

/** The one thing to do now, larger than everything else. */
export function FirstCard({ first, now }: { first: First; now: Date }) {
  switch (first.kind) {
    case 'request': {
      const { booking } = first
      return (
        <Frame
          label={<Trans>Answer this request</Trans>}
          aside={booking.respondBy && <Countdown until={booking.respondBy} className="text-lg" />}
          title={booking.title}
          action={<Go to={paths.booking(booking.id)} label={<Trans>See and answer</Trans>} />}
        >
          <Who booking={booking} now={now} />
        </Frame>
      )
    }
    case 'job':
      return (
        <Frame
          label={first.isRunning ? <Trans>You are expected now</Trans> : <Trans>Your next job</Trans>}
          title={first.booking.title}
          action={<Go to={paths.booking(first.booking.id)} label={<Trans>Open the job</Trans>} />}
        >
          <Who booking={first.booking} now={now} />
        </Frame>
      )
    case 'messages':
      return (
        <Frame
          label={<Trans>Messages</Trans>}
          title={<Plural value={first.count} one="# unread message is waiting" other="# unread messages are waiting" />}
          action={<Go to={paths.messages} label={<Trans>Read and answer</Trans>} />}
        />
      )
    case 'nothing':
      return (
        <Frame label={<Trans>All done</Trans>} title={<Trans>Nothing is waiting for you</Trans>}>
          <p className="text-text-muted">
            <Trans>New requests and messages appear here the moment they come in.</Trans>
          </p>
        </Frame>
      )
  }
}

interface FrameProps {
  label: ReactNode
  aside?: ReactNode
  title: ReactNode
  action?: ReactNode
  children?: ReactNode
}

function Frame({ label, aside, title, action, children }: FrameProps) {
  return (
    <Card className="grid gap-4 p-5 md:p-6">
      <div className="grid gap-1.5">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <p className="text-sm font-semibold text-accent-text">{label}</p>
          {aside}
        </div>
        <h2 className="text-xl font-semibold tracking-tight text-pretty">{title}</h2>
        {children}
      </div>
      {action && <div className="flex">{action}</div>}
    </Card>
  )
}

const Go = ({ to, label }: { to: string; label: ReactNode }) => (
  <Link to={to} className={buttonClass({ size: 'lg', className: 'max-sm:w-full' })}>
    {label}
    <ArrowRight size={20} aria-hidden="true" className="rtl:rotate-180" />
  </Link>
)

function Who({ booking, now }: { booking: BookingSummary; now: Date }) {
  return (
    <p className="text-text-muted">
      <span className="font-medium text-text tabular-nums">{slotText(booking, now)}</span>
      <br />
      {booking.customer.name} · {booking.city} · {priceText(booking.price)}
    </p>
  )
}
