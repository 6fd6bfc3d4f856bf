import type { ContractSummary } from '@fettle/protocol/contracts'
import { Trans } from '@lingui/react/macro'
import { ChevronLeft, MessageSquare } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { customersPath } from '../../../routing/conversation-path.ts'
import { moneyText } from '../../../lib/format/money.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { ContractChip } from '../../../shared/cards/contract-chip.tsx'
import { titleOf } from '../labels.ts'

interface ContractHeadProps {
  contract: ContractSummary
  back: string
  /** Secondary actions, where sending a message is the next step; on a phone both are in the bottom bar. */
  menu?: ReactNode
}

/** Head of a contract: status, title, amount and customer. */
export function ContractHead({ contract, back, menu }: ContractHeadProps) {
  const { customer, city, total } = contract
  return (
    <header className="grid gap-3">
      <Link
        to={back}
        className="-ms-2 -mt-2 inline-flex min-h-11 items-center gap-0.5 justify-self-start rounded-control pe-3 text-sm font-semibold text-text-muted hover:text-text"
      >
        <ChevronLeft size={20} aria-hidden="true" className="rtl:rotate-180" />
        <Trans>Contracts</Trans>
      </Link>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-text-muted">
        <ContractChip state={contract.status} />
        <span className="tabular-nums">{contract.reference}</span>
        {total.amount > 0 && <span className="font-semibold text-text tabular-nums">{moneyText(total)}</span>}
      </p>
      <h1 dir="auto" tabIndex={-1} className="text-xl font-semibold tracking-tight wrap-anywhere md:text-2xl">
        {titleOf(contract)}
      </h1>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="flex min-w-0 items-center gap-3">
          <Avatar name={customer.name} src={customer.avatar} size="sm" />
          <span className="min-w-0">
            <span dir="auto" className="block truncate font-medium">
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
