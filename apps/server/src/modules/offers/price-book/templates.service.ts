import type { OfferDraft } from '@fettle/protocol/offers/content'
import { OFFER_TEMPLATE_LIMIT } from '@fettle/protocol/offers/constants'
import { createTemplateRepository } from '../../../platform/db/template-repository.ts'
import { reusable } from '../drafts/reusable.rules.ts'

interface TemplateContent {
  name: string
  content: OfferDraft
  /** Currency of the amounts. Null for a template of which it is not known. */
  currency: string | null
}

/** Repository of offer templates, without parts specific to one time, location or customer. */
export const offerTemplates = createTemplateRepository<TemplateContent>({
  table: 'offer_templates',
  columns: { name: 'name', content: 'content', currency: 'currency' },
  prefix: 'oft',
  limit: OFFER_TEMPLATE_LIMIT,
  normalize: (template) => ({ ...template, content: reusable(template.content) }),
})
