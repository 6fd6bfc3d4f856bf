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
    <Page title={t`Contracts`}>
      <EmptyState
        icon={<ScrollText size={26} />}
        title={<Trans>No contracts yet</Trans>}
        action={
          <Link to={paths.offers} className={buttonClass({ variant: 'secondary' })}>
            <Trans>See your offers</Trans>
          </Link>
        }
      >
        <Trans>
          Bigger jobs get a contract once the customer accepts your offer. You read and sign it here, and so do they.
        </Trans>
      </EmptyState>
    </Page>
  )
}
