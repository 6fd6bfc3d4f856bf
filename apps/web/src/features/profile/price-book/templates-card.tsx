import type { OfferTemplate } from '@fettle/protocol/offers/templates'
import { OFFER_TEMPLATE_LIMIT } from '@fettle/protocol/offers/constants'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { SquarePen, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../../lib/http/error-text.ts'
import { saveTemplate, offerTemplatesQuery, removeTemplate } from '../../../shared/price-book/api.ts'
import { deleteWithUndo } from '../../../shared/lists/delete-with-undo.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { RemovableRow } from '../../../ui/layout/removable-row.tsx'
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { usePendingActions } from '../../../ui/feedback/undo.ts'
import { LoadError } from '../../../shared/errors/load-error.tsx'

/** Offer templates to rename or delete; they are created in the offer editor. */
export function TemplatesCard() {
  const client = useQueryClient()
  const found = useQuery(offerTemplatesQuery)
  const [templateToName, setTemplateToName] = useState<OfferTemplate>()
  const pending = usePendingActions()
  if (!found.data) {
    return found.error ? <LoadError query={found} /> : null
  }
  const templates = found.data.filter(({ id }) => !pending.has(id))
  const count = templates.length
  return (
    <Card className="grid gap-4 p-5 md:p-6">
      <div>
        <h2 className="text-lg font-semibold">
          <Trans>Offer templates</Trans>
        </h2>
        <p className="text-sm text-text-muted tabular-nums">
          {count === 0 ? (
            <Trans>To save one, choose “Templates” while you edit an offer.</Trans>
          ) : (
            <Trans>
              {count} of {OFFER_TEMPLATE_LIMIT}
            </Trans>
          )}
        </p>
      </div>
      {count > 0 && (
        <ul className="grid divide-y divide-line">
          {templates.map((template) => (
            <RemovableRow key={template.id} className="flex items-center gap-1 py-2">
              <p className="min-w-0 flex-1">
                <span dir="auto" className="block font-semibold wrap-anywhere">
                  {template.name}
                </span>
                <span className="text-sm text-text-muted">
                  <Plural value={template.content.lineItems.length} one="# line" other="# lines" />
                </span>
              </p>
              <IconButton
                label={t`Rename ${template.name}`}
                icon={<SquarePen size={18} />}
                onClick={() => setTemplateToName(template)}
              />
              <IconButton
                label={t`Delete ${template.name}`}
                icon={<Trash2 size={18} />}
                onClick={() => void deleteWithUndo(template, () => removeTemplate(client, template.id))}
              />
            </RemovableRow>
          ))}
        </ul>
      )}
      {templateToName && <NameDialog template={templateToName} onClose={() => setTemplateToName(undefined)} />}
    </Card>
  )
}

function NameDialog({ template, onClose }: { template: OfferTemplate; onClose: () => void }) {
  const client = useQueryClient()
  const [name, setName] = useState(template.name)
  const [problem, setProblem] = useState<string>()
  const save = useMutation({
    mutationFn: () => saveTemplate(client, template, { name: name.trim(), content: template.content }),
    onSuccess: () => {
      toast.success(t`Template renamed`)
      onClose()
    },
    onError: (error) => {
      const message = errorText(error, t`We couldn't save the template.`)
      setProblem(message)
      toast.error(message)
    },
  })
  return (
    <FormDialog
      onClose={onClose}
      title={<Trans>Rename template</Trans>}
      submit={<Trans>Save</Trans>}
      busy={save.isPending}
      onSubmit={() => (name.trim() === '' ? setProblem(t`Use 1 to 80 characters for the name.`) : save.mutate())}
    >
      <TextField
        label={t`Template name`}
        value={name}
        maxLength={80}
        onChange={({ target }) => setName(target.value)}
        error={problem}
      />
    </FormDialog>
  )
}
