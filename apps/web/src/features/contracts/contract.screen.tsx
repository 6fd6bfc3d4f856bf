import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ScrollText } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'

export function Component() {
  return (
    <Page title={t`Contract`} back={{ to: paths.contracts, label: t`Contracts` }}>
      <EmptyState
        icon={<ScrollText size={26} />}
        title={<Trans>There is no such contract</Trans>}
        action={
          <Link to={paths.contracts} className={buttonClass({ variant: 'secondary' })}>
            <Trans>See all contracts</Trans>
          </Link>
        }
      >
        <Trans>It may belong to another account, or the link is incomplete.</Trans>
      </EmptyState>
    </Page>
  )
}
