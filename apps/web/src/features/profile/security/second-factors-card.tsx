import type { SecondFactor } from '@fettle/protocol/accounts/second-factor'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Pencil, Smartphone } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { agoText, longDay, ownTimeZone } from '../../../lib/format/dates.ts'
import { useNow } from '../../../lib/browser/now.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { newRecoveryCodes, removeFactor, renameFactor, secondFactorsQuery } from '../../../shared/second-factor/api.ts'
import { RecoveryCodesDialog } from '../../../shared/second-factor/recovery-codes.tsx'
import { isStepUpCancelled, useStepUp } from '../../../shared/step-up/use-step-up.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { TransientButton } from '../../../ui/transient-button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { RemovableRow } from '../../../ui/layout/removable-row.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx'
import { LoadError } from '../../../shared/errors/load-error.tsx'

const AddFactorDialog = lazy(() =>
  import('../../../shared/second-factor/add-factor-dialog.tsx').then((module) => ({ default: module.AddFactorDialog })),
)

type Open =
  | { dialog: 'add' }
  | { dialog: 'rename'; factor: SecondFactor }
  | { dialog: 'remove'; factor: SecondFactor }
  | { dialog: 'codes'; codes: readonly string[] }

/** Passkeys, the authenticator app and recovery codes. */
export function SecondFactorsCard() {
  const client = useQueryClient()
  const factors = useQuery(secondFactorsQuery)
  const [open, setOpen] = useState<Open>()
  const { guarded, dialog } = useStepUp()
  const close = () => setOpen(undefined)
  const list = factors.data?.factors ?? []
  const left = factors.data?.recoveryCodesLeft ?? 0
  const resetAt = factors.data?.resetAt

  const report = (error: Error, failure: string) => {
    if (!isStepUpCancelled(error)) toast.error(errorText(error, failure), { id: 'second-factor' })
  }
  const newCodes = useMutation({
    mutationFn: () => guarded(() => newRecoveryCodes(client)),
    onSuccess: (codes) => setOpen({ dialog: 'codes', codes }),
    onError: (error) => report(error, t`We couldn't create new recovery codes.`),
  })
  const removal = useMutation({
    mutationFn: ({ id }: SecondFactor) => guarded(() => removeFactor(client, id)),
    onMutate: close,
    onSuccess: (_, factor) => toast.success(t`${factor.name} removed`, { id: 'second-factor' }),
    onError: (error) => report(error, t`We couldn't remove this.`),
  })
  return (
    <Card className="grid gap-4 p-5 md:p-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-semibold">
          <Trans>Two-step verification</Trans>
        </h2>
        <Button variant="secondary" size="sm" onClick={() => setOpen({ dialog: 'add' })}>
          <Trans>Add</Trans>
        </Button>
      </div>
      {resetAt && (
        <Banner
          tone="warning"
          title={t`Two-step verification will be turned off on ${longDay(resetAt, ownTimeZone())}.`}
        >
          <Trans>
            Our support team was asked to do this. If it wasn't you, log out and log in again with your passkey or app
            to cancel it.
          </Trans>
        </Banner>
      )}
      {factors.isPending && <Skeleton className="h-16" />}
      {factors.isError && !factors.data && <LoadError query={factors} />}
      {factors.data && list.length === 0 && (
        <p className="text-sm text-text-muted">
          <Trans>Protect your account and your money with a passkey or an authenticator app.</Trans>
        </p>
      )}
      {list.length > 0 && (
        <ul className="grid divide-y divide-line">
          {list.map((factor) => (
            <FactorRow
              key={factor.id}
              factor={factor}
              onRename={() => setOpen({ dialog: 'rename', factor })}
              onRemove={() => setOpen({ dialog: 'remove', factor })}
            />
          ))}
        </ul>
      )}
      {list.length > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
          <div className="grid min-w-40 flex-1">
            <span className="font-medium">
              <Trans>Recovery codes</Trans>
            </span>
            <span className="text-sm text-text-muted">
              {plural(left, { one: '# code left', other: '# codes left' })}
            </span>
          </div>
          <TransientButton variant="secondary" size="sm" busy={newCodes.isPending} onClick={() => newCodes.mutate()}>
            <Trans>Create new codes</Trans>
          </TransientButton>
        </div>
      )}
      {open?.dialog === 'add' && (
        <Suspense>
          <AddFactorDialog
            guarded={guarded}
            isStepUpCancelled={isStepUpCancelled}
            onAdded={() => {
              close()
              toast.success(t`Added. Use it the next time you log in.`, { id: 'second-factor' })
            }}
            onClose={close}
          />
        </Suspense>
      )}
      {open?.dialog === 'rename' && <RenameDialog factor={open.factor} onClose={close} />}
      {open?.dialog === 'remove' && (
        <RemoveDialog
          factor={open.factor}
          isLast={list.length === 1}
          onRemove={() => removal.mutate(open.factor)}
          onClose={close}
        />
      )}
      {open?.dialog === 'codes' && <RecoveryCodesDialog codes={open.codes} onClose={close} />}
      {dialog}
    </Card>
  )
}

interface FactorRowProps {
  factor: SecondFactor
  onRename: () => void
  onRemove: () => void
}

function FactorRow({ factor, onRename, onRemove }: FactorRowProps) {
  const { kind, name, createdAt, lastUsedAt } = factor
  const Icon = kind === 'PASSKEY' ? KeyRound : Smartphone
  const now = useNow()
  const used = lastUsedAt === null ? t`Not used yet` : t`Last used ${agoText(lastUsedAt, now)}`
  return (
    <RemovableRow className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <Icon size={22} aria-hidden="true" className="shrink-0 text-text-muted" />
      <div className="grid min-w-40 flex-1">
        <span dir="auto" className="font-medium wrap-anywhere">
          {name}
        </span>
        <span className="text-sm text-text-muted">
          {kind === 'PASSKEY' ? <Trans>Passkey</Trans> : <Trans>Authenticator app</Trans>}
          {' · '}
          {used}
          {' · '}
          <Trans>added {longDay(createdAt, ownTimeZone())}</Trans>
        </span>
      </div>
      <div className="flex items-center gap-1">
        <IconButton label={t`Rename ${name}`} icon={<Pencil size={20} aria-hidden="true" />} onClick={onRename} />
        <Button variant="quiet" size="sm" aria-label={t`Remove ${name}`} onClick={onRemove}>
          <Trans>Remove</Trans>
        </Button>
      </div>
    </RemovableRow>
  )
}

function RenameDialog({ factor, onClose }: { factor: SecondFactor; onClose: () => void }) {
  const client = useQueryClient()
  const [name, setName] = useState(factor.name)
  const [error, setError] = useState<string>()
  const save = useMutation({
    mutationFn: () => renameFactor(client, factor.id, name),
    onSuccess: onClose,
    onError: (failed) => {
      const message = errorText(failed, t`We couldn't save the name.`)
      setError(message)
      toast.error(message)
    },
  })

  return (
    <FormDialog
      onClose={onClose}
      title={<Trans>Rename</Trans>}
      submit={<Trans>Save</Trans>}
      busy={save.isPending}
      onSubmit={() => (name.trim() === '' ? setError(t`Enter a name.`) : save.mutate())}
    >
      <TextField
        label={<Trans>Name</Trans>}
        maxLength={60}
        autoComplete="off"
        value={name}
        error={error}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  )
}

interface RemoveDialogProps {
  factor: SecondFactor
  isLast: boolean
  onRemove: () => void
  onClose: () => void
}

function RemoveDialog({ factor: { name }, isLast, onRemove, onClose }: RemoveDialogProps) {
  return (
    <ConfirmDialog
      onClose={onClose}
      title={<Trans>Remove “{name}”?</Trans>}
      confirm={<Trans>Remove</Trans>}
      onConfirm={onRemove}
    >
      <p className="text-text-muted">
        {isLast ? (
          <Trans>
            This turns off two-step verification. Your recovery codes and remembered devices stop working too.
          </Trans>
        ) : (
          <Trans>You can no longer log in with it.</Trans>
        )}
      </p>
    </ConfirmDialog>
  )
}
