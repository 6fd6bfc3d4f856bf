import type { OfferDraft } from './content.ts'

/** An empty draft: what the schema makes of `{}`. A literal, because lists of drafts load no schemas. */
export const emptyDraft: OfferDraft = {
  title: '',
  intro: '',
  taxMode: 'EXCLUSIVE',
  sections: [],
  discount: { type: 'NONE', value: 0, label: '' },
  deposit: { type: 'NONE', value: 0, dueOn: 'ACCEPTANCE' },
  paymentSchedule: [],
  terms: '',
  exclusions: '',
  warrantyMonths: 0,
  materialsBy: 'PROVIDER',
  proposedSlots: [],
  photos: [],
  attachments: [],
  requiresContract: false,
  messageToCustomer: '',
  lineItems: [],
  optionGroups: [],
}
