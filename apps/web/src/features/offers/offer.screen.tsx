import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { FileText } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'

export function Component() {
  return (
    <Page title={t`Offer`} back={{ to: paths.offers, label: t`Offers` }}>
      <EmptyState
        icon={<FileText size={26} />}
        title={<Trans>There is no such offer</Trans>}
        action={
          <Link to={paths.offers} className={buttonClass({ variant: 'secondary' })}>
            <Trans>See all offers</Trans>
          </Link>
        }
      >
        <Trans>It may have been withdrawn, or the link is incomplete.</Trans>
      </EmptyState>
    </Page>
  )
}
