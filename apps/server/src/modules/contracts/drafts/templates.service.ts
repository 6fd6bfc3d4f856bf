import type { ContractDraft } from '@fettle/protocol/contracts/content'
import { CONTRACT_TEMPLATE_LIMIT } from '@fettle/protocol/contracts/templates'
import { createTemplateRepository } from '../../../platform/db/template-repository.ts'
import * as store from './templates.store.ts'

/** What holds for one time, place or customer only is not taken over into another contract. */
const reusable = (content: ContractDraft): ContractDraft => ({
  ...content,
  siteAddress: null,
  startDate: null,
  endDate: null,
  insuranceDocumentId: null,
  attachments: [],
  milestones: content.milestones.map(({ id: _, ...milestone }) => ({ ...milestone, dueDate: null })),
  terms: { templateId: null, templateVersion: null, text: content.terms.text },
})

/** Contracts to begin from. */
export const contractTemplates = createTemplateRepository<{ name: string; content: ContractDraft }>({
  store,
  prefix: 'ctt',
  limit: CONTRACT_TEMPLATE_LIMIT,
  tidy: ({ name, content }) => ({ name, content: reusable(content) }),
})
