import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { LoadError } from '../errors/load-error.tsx'
import { secondFactorsQuery } from '../second-factor/api.ts'
import { FactorDialog } from './factor-dialog.tsx'
import { PasswordDialog } from './password-dialog.tsx'

export interface StepUpDialogProps {
  onProved: () => void
  onClose: () => void
}

/** "Confirm it's you": with the second factor where there is one, otherwise by password or code. Valid for five minutes. */
export function StepUpDialog(props: StepUpDialogProps) {
  const query = useQuery(secondFactorsQuery)
  const { data } = query
  if (!data) {
    return (
      <Dialog
        onClose={props.onClose}
        title={<Trans>Confirm it's you</Trans>}
        footer={
          <Button variant="quiet" onClick={props.onClose}>
            <Trans>Cancel</Trans>
          </Button>
        }
      >
        {query.isError ? <LoadError query={query} /> : <Skeleton className="h-20" />}
      </Dialog>
    )
  }
  if (data.factors.length === 0) return <PasswordDialog {...props} />
  return <FactorDialog {...props} factors={data} />
}
