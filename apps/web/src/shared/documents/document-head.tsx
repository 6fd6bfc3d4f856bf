import { Trans } from '@lingui/react/macro'
import { MessageSquare } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { customersPath } from '../../routing/conversation-path.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { BackLink, type Back } from '../../ui/navigation/back-link.tsx'

interface DocumentHeadProps {
  back: Back
  title: string
  reference: string
  status: ReactNode
  /** Further facts beside status and reference. */
  children?: ReactNode
  customer: { id: string; name: string; avatar: string | null }
  city: string | null
  /** Secondary actions, where sending a message is the next step; on a phone both are in the bottom bar. */
  menu?: ReactNode
}

/** Head of a document: status, title and customer. */
export function DocumentHead(props: DocumentHeadProps) {
  const { back, title, reference, status, children, customer, city, menu } = props
  return (
    <header className="grid grid-cols-1 gap-3">
      <BackLink back={back} />
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-text-muted">
        {status}
        <span className="flex flex-wrap gap-x-3">
          <span className="tabular-nums">{reference}</span>
          {children}
        </span>
      </p>
      <h1 dir="auto" tabIndex={-1} className="text-xl font-semibold tracking-tight wrap-anywhere md:text-2xl">
        {title}
      </h1>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="flex min-w-0 items-center gap-3">
          <Avatar name={customer.name} src={customer.avatar} size="sm" />
          <span className="min-w-0">
            <span dir="auto" className="block font-medium wrap-anywhere">
              {customer.name}
            </span>
            {city && <span className="block text-sm text-text-muted">{city}</span>}
          </span>
        </p>
        <div className={menu === undefined ? 'flex' : 'hidden items-center gap-3 md:flex'}>
          <Link to={customersPath(customer.id)} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
            <MessageSquare size={16} aria-hidden="true" />
            <Trans>Message</Trans>
          </Link>
          {menu}
        </div>
      </div>
    </header>
  )
}
