import {
  createContractTemplate,
  saveContractTemplate,
  type ContractTemplate,
} from '@fettle/protocol/contract-templates'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/profile-error-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FieldError, TextField } from '../../../ui/field.tsx'
import { SkeletonList } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.ts'
import { contractTemplatesQuery } from '../api.ts'
import { contentOf, newRow, type Written } from './written.ts'

/** What a template brings along: its words and terms. Place, dates, price and files are this contract's own. */
const applied = (before: Written, { id, version, content }: ContractTemplate): Written => ({
  ...before,
  title: before.title || content.title,
  scopeOfWork: before.scopeOfWork || content.scopeOfWork,
  exclusions: content.exclusions || before.exclusions,
  retentionBps: content.retentionBps,
  sequential: content.sequential,
  paymentTerms: content.paymentTerms,
  materialsBy: content.materialsBy,
  warranty: content.warranty,
  cancellationPolicy: content.cancellationPolicy,
  coolingOffDays: Math.max(before.coolingOffDays, content.coolingOffDays),
  terms: { templateId: id, templateVersion: version, text: content.terms.text },
  milestones:
    before.milestones.length > 0
      ? before.milestones
      : content.milestones.map(({ title, description, amount }) => ({ ...newRow(amount), title, description })),
})

/** Contracts to begin from: take the terms of one over, or keep this one. */
export function TemplatesDialog(props: { written: Written; replace: (written: Written) => void; onClose: () => void }) {
  const { written, replace, onClose } = props
  const client = useQueryClient()
  const found = useQuery(contractTemplatesQuery)
  const [name, setName] = useState(written.title)
  const [tried, setTried] = useState(false)
  const same = found.data?.find((template) => template.name === name.trim())
  const keep = useMutation({
    networkMode: 'always',
    mutationFn: () => {
      const body = { name: name.trim(), content: contentOf(written, new Set()) }
      return same
        ? call(saveContractTemplate, { params: { id: same.id }, body: { ...body, version: same.version } })
        : call(createContractTemplate, { body })
    },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: contractTemplatesQuery.queryKey })
      toast.success(t`Kept as a template`)
      onClose()
    },
  })
  const wrong = name.trim() === ''
  return (
    <Dialog open onClose={onClose} title={<Trans>Templates</Trans>}>
      <div className="grid gap-6">
        {found.isPending && <SkeletonList rows={2} />}
        {found.error && !found.data && (
          <FieldError>{errorText(found.error, t`The templates could not be loaded.`)}</FieldError>
        )}
        {found.data && found.data.length > 0 && (
          <section className="grid gap-2">
            <h3 className="font-semibold">
              <Trans>Take one over</Trans>
            </h3>
            <p className="text-sm text-text-muted">
              <Trans>It replaces the terms that stand here now. Place, dates and price stay.</Trans>
            </p>
            <ul className="grid divide-y divide-line">
              {found.data.map((template) => (
                <li key={template.id}>
                  <button
                    type="button"
                    className="flex min-h-12 w-full items-center py-2 text-start font-medium wrap-anywhere hover:bg-surface-hover"
                    onClick={() => {
                      replace(applied(written, template))
                      toast.success(t`Template taken over`, {
                        action: { label: t`Undo`, run: () => replace(written) },
                      })
                      onClose()
                    }}
                  >
                    {template.name}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )}
        <form
          noValidate
          className="grid gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            setTried(true)
            if (!wrong) keep.mutate()
          }}
        >
          <h3 className="font-semibold">
            <Trans>Keep this one as a template</Trans>
          </h3>
          <TextField
            label={t`Name of the template`}
            value={name}
            maxLength={80}
            hint={
              same ? (
                <Trans>There is one of this name: it is replaced.</Trans>
              ) : (
                <Trans>Dates, the place and files are left out.</Trans>
              )
            }
            onChange={({ target }) => setName(target.value)}
            error={tried && wrong ? t`Use 1 to 80 characters for the name.` : undefined}
          />
          {keep.error && <FieldError>{errorText(keep.error, t`The template could not be kept.`)}</FieldError>}
          <Button type="submit" variant="secondary" busy={keep.isPending} className="justify-self-start">
            <Trans>Keep as a template</Trans>
          </Button>
        </form>
      </div>
    </Dialog>
  )
}
