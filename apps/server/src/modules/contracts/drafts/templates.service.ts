import type { ContractDraft } from '@fettle/protocol/contracts/content'
import { CONTRACT_TEMPLATE_LIMIT } from '@fettle/protocol/contracts/templates'
import { createTemplateRepository } from '../../../platform/db/template-repository.ts'

/** The content without dates, location and other parts specific to one contract. */
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

/** Repository of contract templates. */
export const contractTemplates = createTemplateRepository<{ name: string; content: ContractDraft }>({
  table: 'contract_templates',
  columns: { name: 'name', content: 'content' },
  prefix: 'ctt',
  limit: CONTRACT_TEMPLATE_LIMIT,
  normalize: ({ name, content }) => ({ name, content: reusable(content) }),
})
