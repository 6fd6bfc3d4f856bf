import { contentFor, isInOtherCurrency } from '@fettle/protocol/common/template-content'
import type { OfferDraft } from '@fettle/protocol/offers/content'
import { withoutAmounts } from '@fettle/protocol/offers/without-amounts'
import { Plural, Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { saveTemplate, offerTemplatesQuery } from '../../../../shared/price-book/api.ts'
import { TemplatePicker } from '../../../../shared/documents/template-picker.tsx'
import { withoutTemplate } from '../../../../shared/documents/without-template.ts'
import type { Editing } from '../use-editing.ts'

/** Applies a template: everything except what belongs to one customer or day, and amounts in another currency. */
const applied = (before: OfferDraft, content: OfferDraft): OfferDraft => ({
  ...content,
  title: before.title || content.title,
  proposedSlots: before.proposedSlots,
  validUntil: before.validUntil,
  photos: before.photos,
  attachments: before.attachments,
  messageToCustomer: before.messageToCustomer || content.messageToCustomer,
})

/** Takes a template back. Lines name their choices and sections: these three stay together when one was written since. */
function undone(latest: OfferDraft, before: OfferDraft, next: OfferDraft): OfferDraft {
  const draft = withoutTemplate(latest, before, next)
  const parts = ['lineItems', 'optionGroups', 'sections'] as const
  if (parts.every((part) => draft[part] === before[part])) return draft
  const { lineItems, optionGroups, sections } = latest
  return { ...draft, lineItems, optionGroups, sections }
}

/** Lists offer templates, to apply one or to save this offer as one. */
export function TemplatesDialog({
  editing,
  currency,
  onClose,
}: {
  editing: Editing
  currency: string
  onClose: () => void
}) {
  const client = useQueryClient()
  const { content } = editing
  return (
    <TemplatePicker
      found={useQuery(offerTemplatesQuery)}
      title={content.title}
      replaces={<Trans>This replaces the current lines and terms.</Trans>}
      leavesOut={<Trans>Times and photos aren't included.</Trans>}
      aside={({ currency: other, content: { lineItems } }) =>
        isInOtherCurrency({ currency: other }, currency) ? (
          <Trans>Without prices in {other}</Trans>
        ) : (
          <Plural value={lineItems.length} one="# line" other="# lines" />
        )
      }
      apply={(template) => {
        const next = applied(content, contentFor(template, currency, withoutAmounts))
        editing.edit(() => next)
        return () => editing.edit((latest) => undone(latest, content, next))
      }}
      keep={(name, existing) => saveTemplate(client, existing, { name, content, currency })}
      onClose={onClose}
    />
  )
}
