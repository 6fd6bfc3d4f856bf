import * as z from 'zod/mini'
import { ContractDraft, ContractTemplateId } from './content.ts'
import { operation } from '../core/operation.ts'
import { Instant, line, Money } from '../core/values.ts'
import { issueText } from '../core/issue-text.ts'

/** Templates for new contracts. */

export const CONTRACT_TEMPLATE_LIMIT = 50

export const ContractTemplate = z.object({
  id: ContractTemplateId,
  name: z.string(),
  content: ContractDraft,
  /** Currency of the amounts. Null for an old template of which it is not known. */
  currency: z.nullable(z.string()),
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type ContractTemplate = z.infer<typeof ContractTemplate>

const body = {
  name: line(1, 80, issueText('NAME_LENGTH')),
  content: ContractDraft,
  /** Currency of the amounts. Without it, a new template has the provider's, and an existing one keeps its own. */
  currency: z.optional(Money.shape.currency),
}
const params = z.object({ id: ContractTemplateId })

export const listContractTemplates = operation({
  name: 'contractTemplates.list',
  method: 'GET',
  path: '/v2/contract-templates',
  audience: 'provider',
  summary: 'List my contract templates by name.',
  returns: z.array(ContractTemplate),
})

export const createContractTemplate = operation({
  name: 'contractTemplates.create',
  method: 'POST',
  path: '/v2/contract-templates',
  audience: 'provider',
  summary: 'Create a contract template. Dates, location and files are left out.',
  body: z.object(body),
  status: 201,
  returns: ContractTemplate,
  errors: ['TEMPLATE_LIMIT'],
})

export const saveContractTemplate = operation({
  name: 'contractTemplates.save',
  method: 'PUT',
  path: '/v2/contract-templates/:id',
  audience: 'provider',
  summary: 'Change a contract template. Contracts already created from it stay unchanged and name their version.',
  params,
  body: z.object({ ...body, version: z.optional(z.int()) }),
  returns: ContractTemplate,
  errors: ['NOT_FOUND', 'VERSION_CONFLICT'],
})

export const removeContractTemplate = operation({
  name: 'contractTemplates.remove',
  method: 'DELETE',
  path: '/v2/contract-templates/:id',
  audience: 'provider',
  summary: 'Delete a contract template.',
  params,
  returns: z.object({}),
  errors: ['NOT_FOUND'],
})
