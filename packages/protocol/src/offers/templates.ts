import * as z from 'zod/mini'
import { operation } from '../core/operation.ts'
import { idOf, Instant, line, Money } from '../core/values.ts'
import { OfferDraft } from './content.ts'
import { issueText } from '../core/issue-text.ts'

/** Templates for new offers. */

export const OfferTemplateId = idOf('oft')

export const OfferTemplate = z.object({
  id: OfferTemplateId,
  name: z.string(),
  content: OfferDraft,
  /** Currency of the amounts. Null for an old template of which it is not known. */
  currency: z.nullable(z.string()),
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type OfferTemplate = z.infer<typeof OfferTemplate>

const body = {
  name: line(1, 80, issueText('NAME_LENGTH')),
  content: OfferDraft,
  /** Currency of the amounts. Without it, a new template has the provider's, and an existing one keeps its own. */
  currency: z.optional(Money.shape.currency),
}
const params = z.object({ id: OfferTemplateId })

export const listOfferTemplates = operation({
  name: 'offerTemplates.list',
  method: 'GET',
  path: '/v2/offer-templates',
  audience: 'provider',
  summary: 'List my offer templates by name.',
  returns: z.array(OfferTemplate),
})

export const createOfferTemplate = operation({
  name: 'offerTemplates.create',
  method: 'POST',
  path: '/v2/offer-templates',
  audience: 'provider',
  summary: 'Create an offer template. Times, dates and photos are left out.',
  body: z.object(body),
  status: 201,
  returns: OfferTemplate,
  errors: ['TEMPLATE_LIMIT'],
})

export const saveOfferTemplate = operation({
  name: 'offerTemplates.save',
  method: 'PUT',
  path: '/v2/offer-templates/:id',
  audience: 'provider',
  summary: 'Change an offer template. Offers already created from it stay unchanged.',
  params,
  body: z.object({ ...body, version: z.optional(z.int()) }),
  returns: OfferTemplate,
  errors: ['NOT_FOUND', 'VERSION_CONFLICT'],
})

export const removeOfferTemplate = operation({
  name: 'offerTemplates.remove',
  method: 'DELETE',
  path: '/v2/offer-templates/:id',
  audience: 'provider',
  summary: 'Delete an offer template.',
  params,
  returns: z.object({}),
  errors: ['NOT_FOUND'],
})
