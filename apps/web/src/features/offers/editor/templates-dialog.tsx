import type { OfferDraft } from '@fettle/protocol/offer-content'
import type { OfferTemplate } from '@fettle/protocol/offer-templates'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../lib/profile-error-text.ts'
import { keepTemplate, offerTemplatesQuery } from '../../../shared/offer-material/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FieldError, TextField } from '../../../ui/field.tsx'
import { SkeletonList } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.ts'
import type { Editing } from './use-editing.ts'

/** What a template brings along: everything but what belongs to one customer or one day. */
const applied = (before: OfferDraft, { content }: OfferTemplate): OfferDraft => ({
  ...content,
  title: before.title || content.title,
  proposedSlots: before.proposedSlots,
  validUntil: before.validUntil,
  photos: before.photos,
  attachments: before.attachments,
  messageToCustomer: before.messageToCustomer || content.messageToCustomer,
})

/** Offers to begin from: take one over, or keep this one. */
export function TemplatesDialog({ editing, onClose }: { editing: Editing; onClose: () => void }) {
  const client = useQueryClient()
  const { content } = editing
  const found = useQuery(offerTemplatesQuery)
  const [name, setName] = useState(content.title)
  const [tried, setTried] = useState(false)
  const same = found.data?.find((template) => template.name === name.trim())
  const keep = useMutation({
    networkMode: 'always',
    mutationFn: () => keepTemplate(client, same, { name: name.trim(), content }),
    onSuccess: () => {
      toast.success(t`Kept as a template`)
      onClose()
    },
  })
  const apply = (template: OfferTemplate) => {
    editing.edit((before) => applied(before, template))
    toast.success(t`Template taken over`, { action: { label: t`Undo`, run: editing.undo } })
    onClose()
  }
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
              <Trans>It replaces the lines and the terms that stand here now.</Trans>
            </p>
            <ul className="grid divide-y divide-line">
              {found.data.map((template) => (
                <li key={template.id}>
                  <button
                    type="button"
                    onClick={() => apply(template)}
                    className="flex min-h-14 w-full items-center justify-between gap-3 py-2 text-start hover:bg-surface-hover"
                  >
                    <span className="font-medium wrap-anywhere">{template.name}</span>
                    <span className="shrink-0 text-sm text-text-muted">
                      <Plural value={template.content.lineItems.length} one="# line" other="# lines" />
                    </span>
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
                <Trans>Times and photos are left out.</Trans>
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
