import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { serviceTypeLabel } from '../bookings/service-types.ts'
import { useProfile } from '../profile/profile.ts'

interface LetterheadProps {
  /** What kind of document it is. */
  kind: ReactNode
  reference: string
  /** When it was sent; nothing before. */
  date?: string | undefined
  customerName: string
}

/** Head of a document as its customer sees it: the provider's picture, name and trade, and whom it is for. */
export function Letterhead({ kind, reference, date, customerName }: LetterheadProps) {
  const { firstName, lastName, avatar, serviceType, city } = useProfile()
  const name = `${firstName} ${lastName}`
  return (
    <header className="grid gap-4 rounded-control border-t-8 border-accent bg-accent-soft p-4 md:p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 items-center gap-3">
          <Avatar name={name} src={avatar} size="lg" />
          <p className="grid min-w-0">
            <span dir="auto" className="text-lg font-semibold">
              {name}
            </span>
            <span className="text-sm text-text-muted">
              {[serviceType && serviceTypeLabel(serviceType), city].filter(Boolean).join(' · ')}
            </span>
          </p>
        </div>
        <p className="ms-auto grid text-end text-sm">
          <span className="font-semibold text-accent-text">{kind}</span>
          <span className="tabular-nums">{reference}</span>
          {date && <span className="text-text-muted">{date}</span>}
        </p>
      </div>
      <p className="text-sm">
        <span className="text-text-muted">
          <Trans>For</Trans>
        </span>{' '}
        <bdi className="font-semibold">{customerName}</bdi>
      </p>
    </header>
  )
}
