import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { longDay, ownTimeZone } from '../../../lib/format/dates.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { queueToast } from '../../../ui/feedback/queued-toast.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { logOut } from '../../../lib/http/session.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { TextAreaField } from '../../../ui/forms/field.tsx'
import { StepUpCancelled, useStepUp } from '../../../shared/step-up/use-step-up.tsx'
import { closeOwnAccount } from './api.ts'

/** Confirms closing the account. */
export function CloseDialog({ onClose }: { onClose: () => void }) {
  const [reason, setReason] = useState('')
  const { guarded, dialog } = useStepUp()
  const failure = (error: Error) => errorText(error, t`We couldn't close the account.`)
  const close = useMutation({
    mutationFn: () => guarded(() => closeOwnAccount(reason)),
    onSuccess: ({ closesAt }) => {
      const day = longDay(closesAt, ownTimeZone())
      queueToast({
        tone: 'info',
        title: t`Your account closes on ${day}.`,
        body: t`Log in before then to keep your account.`,
      })
      // The server has ended all sessions; nothing of the account stays on this device.
      logOut()
    },
    onError: (error) => !(error instanceof StepUpCancelled) && toast.error(failure(error)),
  })

  if (dialog) return dialog
  return (
    <ConfirmDialog
      onClose={onClose}
      closable={!close.isPending}
      title={<Trans>Close your account?</Trans>}
      confirm={<Trans>Close my account</Trans>}
      keep={<Trans>Keep account</Trans>}
      busy={close.isPending}
      onConfirm={() => close.mutate()}
    >
      <div className="grid gap-4">
        {close.error && !(close.error instanceof StepUpCancelled) && (
          <Banner tone="danger" alert>
            {failure(close.error)}
          </Banner>
        )}
        <p className="text-text-muted">
          <Trans>We'll log you out everywhere. If you change your mind, log in within 30 days.</Trans>
        </p>
        <TextAreaField
          label={<Trans>Why are you leaving?</Trans>}
          optional
          rows={3}
          value={reason}
          maxLength={1000}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </ConfirmDialog>
  )
}
