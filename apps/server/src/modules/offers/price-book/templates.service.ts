import type { OfferDraft } from '@fettle/protocol/offers/content'
import { OFFER_TEMPLATE_LIMIT } from '@fettle/protocol/offers/constants'
import { createTemplateRepository } from '../../../platform/db/template-repository.ts'
import { reusable } from '../drafts/reusable.rules.ts'

/** Repository of offer templates, without parts specific to one time, location or customer. */
export const offerTemplates = createTemplateRepository<{ name: string; content: OfferDraft }>({
  table: 'offer_templates',
  columns: { name: 'name', content: 'content' },
  prefix: 'oft',
  limit: OFFER_TEMPLATE_LIMIT,
  normalize: ({ name, content }) => ({ name, content: reusable(content) }),
})
