import { Trans } from '@lingui/react/macro'
import { CircleCheck, FileText, Hourglass, Inbox, Pencil } from 'lucide-react'
import { EmptyList, type EmptyTab } from '../../../shared/documents/empty-list.tsx'
import type { DocumentListParams } from '../../../shared/documents/use-document-list-params.ts'
import type { OfferTab } from './offer-tabs.ts'

const tabs: Record<OfferTab, EmptyTab> = {
  quote: {
    Icon: Inbox,
    title: <Trans>No quote requests</Trans>,
    hint: <Trans>Quote requests from customers appear here, with the time you have to reply.</Trans>,
    mayCreate: true,
  },
  drafts: {
    Icon: Pencil,
    title: <Trans>No drafts</Trans>,
    hint: <Trans>Drafts stay here until you send them, even offline.</Trans>,
    mayCreate: true,
  },
  waiting: {
    Icon: Hourglass,
    title: <Trans>No offers waiting</Trans>,
    hint: <Trans>Sent offers stay here until the customer replies. You can see how often they viewed them.</Trans>,
  },
  accepted: {
    Icon: CircleCheck,
    title: <Trans>No accepted offers yet</Trans>,
    hint: <Trans>Accepted offers appear here, ready to book.</Trans>,
  },
  closed: {
    Icon: FileText,
    title: <Trans>No closed offers</Trans>,
    hint: <Trans>Declined, withdrawn and expired offers are kept here. You can duplicate them.</Trans>,
  },
}

/** Empty state of a tab, with the first step. */
export const NoOffers = ({ listParams }: { listParams: DocumentListParams<OfferTab> }) => (
  <EmptyList listParams={listParams} tabs={tabs} create={<Trans>Create offer</Trans>} />
)
