import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { secondFactorsQuery } from '../second-factor/api.ts'
import { FactorDialog } from './factor-dialog.tsx'
import { PasswordDialog } from './password-dialog.tsx'

export interface StepUpDialogProps {
  onProved: () => void
  onClose: () => void
}

/** "Confirm it's you": with the second factor where there is one, otherwise by password or code. Valid for five minutes. */
export function StepUpDialog(props: StepUpDialogProps) {
  const { data, isPending } = useQuery(secondFactorsQuery)
  if (isPending) {
    return (
      <Dialog
        open
        onClose={props.onClose}
        title={<Trans>Confirm it's you</Trans>}
        footer={
          <Button variant="quiet" onClick={props.onClose}>
            <Trans>Cancel</Trans>
          </Button>
        }
      >
        <Skeleton className="h-20" />
      </Dialog>
    )
  }
  if (!data || data.factors.length === 0) return <PasswordDialog {...props} />
  return <FactorDialog {...props} factors={data} />
}
