import type { ContractSummary } from '@fettle/protocol/contracts'
import type { ReactNode } from 'react'
import { moneyText } from '../../../lib/format/money.ts'
import { ContractChip } from '../../../shared/cards/contract-chip.tsx'
import { DocumentHead } from '../../../shared/documents/document-head.tsx'
import type { Back } from '../../../ui/navigation/back-link.tsx'
import { titleOf } from '../labels.ts'

interface ContractHeadProps {
  contract: ContractSummary
  back: Back
  menu?: ReactNode
}

/** Head of a contract: status, title, amount and customer. */
export function ContractHead({ contract, back, menu }: ContractHeadProps) {
  const { customer, city, total, reference } = contract
  return (
    <DocumentHead
      back={back}
      title={titleOf(contract)}
      reference={reference}
      status={<ContractChip state={contract.status} />}
      customer={customer}
      city={city}
      menu={menu}
    >
      {total.amount > 0 && <span className="font-semibold text-text tabular-nums">{moneyText(total)}</span>}
    </DocumentHead>
  )
}
