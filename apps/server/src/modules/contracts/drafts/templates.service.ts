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

interface TemplateContent {
  name: string
  content: ContractDraft
  /** Currency of the amounts. Null for a template of which it is not known. */
  currency: string | null
}

/** Repository of contract templates, without parts specific to one contract. */
export const contractTemplates = createTemplateRepository<TemplateContent>({
  table: 'contract_templates',
  columns: { name: 'name', content: 'content', currency: 'currency' },
  prefix: 'ctt',
  limit: CONTRACT_TEMPLATE_LIMIT,
  normalize: (template) => ({ ...template, content: reusable(template.content) }),
})
