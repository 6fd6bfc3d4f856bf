import { Trans } from '@lingui/react/macro'
import { LifeBuoy } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { SupportFrame } from '../../shared/support-frame.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

export function Component() {
  return (
    <SupportFrame current="help">
      <EmptyState
        icon={<LifeBuoy size={26} />}
        title={<Trans>No open questions</Trans>}
        action={
          <Link to={paths.messages} className={buttonClass({ variant: 'secondary' })}>
            <Trans>Open messages</Trans>
          </Link>
        }
      >
        <Trans>
          Questions you send to the support team, and their answers, will be listed here. About a job, write to the
          customer directly.
        </Trans>
      </EmptyState>
    </SupportFrame>
  )
}
