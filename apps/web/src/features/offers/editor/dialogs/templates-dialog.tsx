import type { OfferDraft } from '@fettle/protocol/offers/content'
import type { OfferTemplate } from '@fettle/protocol/offers/templates'
import { Plural, Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { saveTemplate, offerTemplatesQuery } from '../../../../shared/price-book/api.ts'
import { TemplatePicker } from '../../../../shared/documents/template-picker.tsx'
import type { Editing } from '../use-editing.ts'

/** Applies a template: everything except what belongs to one customer or day. */
const applied = (before: OfferDraft, { content }: OfferTemplate): OfferDraft => ({
  ...content,
  title: before.title || content.title,
  proposedSlots: before.proposedSlots,
  validUntil: before.validUntil,
  photos: before.photos,
  attachments: before.attachments,
  messageToCustomer: before.messageToCustomer || content.messageToCustomer,
})

/** Lists offer templates, to apply one or to save this offer as one. */
export function TemplatesDialog({ editing, onClose }: { editing: Editing; onClose: () => void }) {
  const client = useQueryClient()
  const { content } = editing
  return (
    <TemplatePicker
      found={useQuery(offerTemplatesQuery)}
      title={content.title}
      replaces={<Trans>This replaces the current lines and terms.</Trans>}
      leavesOut={<Trans>Times and photos aren't included.</Trans>}
      aside={(template) => <Plural value={template.content.lineItems.length} one="# line" other="# lines" />}
      apply={(template) => {
        editing.edit((before) => applied(before, template))
        return editing.undo
      }}
      keep={(name, existing) => saveTemplate(client, existing, { name, content })}
      onClose={onClose}
    />
  )
}
