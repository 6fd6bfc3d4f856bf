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
    <Page title={t`Offers`}>
      <EmptyState
        icon={<FileText size={26} />}
        title={<Trans>No offers yet</Trans>}
        action={
          <Link to={paths.bookings} className={buttonClass({ variant: 'secondary' })}>
            <Trans>See your bookings</Trans>
          </Link>
        }
      >
        <Trans>
          When a customer asks what a job would cost, the request comes in here, with the time you have to answer it.
        </Trans>
      </EmptyState>
    </Page>
  )
}
