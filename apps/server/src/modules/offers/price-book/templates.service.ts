import type { Received } from '@fettle/protocol'
import type { OfferDraft } from '@fettle/protocol/offers/content'
import { OFFER_TEMPLATE_LIMIT } from '@fettle/protocol/offers/constants'
import type { createOfferTemplate, OfferTemplate, saveOfferTemplate } from '@fettle/protocol/offers/templates'
import type { Deps } from '../../../platform/deps.ts'
import { createTemplateRepository } from '../../../platform/db/template-repository.ts'
import { getCurrency } from '../../profile/index.ts'
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

/** Creates a template. Its amounts are in the provider's currency unless the call names another. Throws TEMPLATE_LIMIT. */
export const createTemplate = async (
  deps: Pick<Deps, 'db' | 'ids' | 'clock' | 'settings'>,
  providerId: string,
  { currency, ...template }: Received<typeof createOfferTemplate>['body'],
): Promise<OfferTemplate> =>
  offerTemplates.create(deps, providerId, {
    ...template,
    currency: currency ?? (await getCurrency(deps, deps.db, providerId)),
  })

/** Changes a template. Without a currency it keeps its own. Throws NOT_FOUND or VERSION_CONFLICT. */
export const saveTemplate = (
  deps: Pick<Deps, 'db' | 'clock'>,
  template: { providerId: string; id: string; version: number | undefined },
  { currency, ...changes }: Omit<Received<typeof saveOfferTemplate>['body'], 'version'>,
): Promise<OfferTemplate> => offerTemplates.save(deps, template, { ...changes, ...(currency && { currency }) })
