import { Trans } from '@lingui/react/macro'
import { CircleCheck, Hourglass, Pencil, ScrollText } from 'lucide-react'
import { EmptyList, type EmptyTab } from '../../../shared/documents/empty-list.tsx'
import type { DocumentListParams } from '../../../shared/documents/use-document-list-params.ts'
import type { ContractTab } from './contract-tabs.ts'

const tabs: Record<ContractTab, EmptyTab> = {
  drafts: {
    Icon: Pencil,
    title: <Trans>No drafts</Trans>,
    hint: <Trans>Drafts stay here until you sign them. Contracts a customer wants changed appear here too.</Trans>,
    mayCreate: true,
  },
  sign: {
    Icon: Hourglass,
    title: <Trans>No contracts to sign</Trans>,
    hint: <Trans>Contracts you've signed stay here until the customer signs too.</Trans>,
  },
  active: {
    Icon: ScrollText,
    title: <Trans>No active contracts</Trans>,
    hint: (
      <Trans>
        For bigger jobs, create a contract once the customer accepts your offer. Contracts you've both signed appear
        here, with their progress and what's due next.
      </Trans>
    ),
    mayCreate: true,
  },
  done: {
    Icon: CircleCheck,
    title: <Trans>No completed contracts yet</Trans>,
    hint: <Trans>Contracts appear here when their last milestone is approved.</Trans>,
  },
  ended: {
    Icon: ScrollText,
    title: <Trans>No ended contracts</Trans>,
    hint: <Trans>Declined, expired and cancelled contracts and those that ended early are kept here.</Trans>,
  },
}

/** Empty state of a tab, with the first step. */
export const NoContracts = ({ listParams }: { listParams: DocumentListParams<ContractTab> }) => (
  <EmptyList listParams={listParams} tabs={tabs} create={<Trans>Create contract</Trans>} />
)
