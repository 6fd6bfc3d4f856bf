import type { Profile } from '@fettle/protocol/accounts/profile'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Avatar } from '../../../ui/avatar.tsx'
import { serviceTypeLabel } from '../../bookings/service-types.ts'
import { useProfile } from '../../profile/profile.ts'
import './letterhead.css'

interface LetterheadProps {
  /** The kind of document, such as “Invoice”. */
  kind: ReactNode
  reference: string
  /** When it was sent; nothing before. */
  date?: string | undefined
  customerName: string
}

const plain: Profile['letterhead'] = { logo: null, colour: 'ORANGE' }

/** Head of a document as its customer sees it: the provider's logo or picture, colour, name and trade, and whom it is for. */
export function Letterhead({ kind, reference, date, customerName }: LetterheadProps) {
  const { firstName, lastName, avatar, serviceType, city, letterhead } = useProfile()
  // A profile from an older version's offline store has none.
  const { logo, colour } = letterhead ?? plain
  const name = `${firstName} ${lastName}`
  return (
    <header
      data-letterhead={colour}
      className="grid gap-4 rounded-control border-t-8 border-accent bg-accent-soft p-4 md:p-5"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 items-center gap-3">
          {logo ? (
            <img
              data-logo
              src={logo}
              alt=""
              className="max-h-16 max-w-32 shrink-0 rounded-control object-contain p-1.5 sm:max-w-40"
            />
          ) : (
            <Avatar name={name} src={avatar} size="lg" />
          )}
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
