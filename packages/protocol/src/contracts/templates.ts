import * as z from 'zod/mini'
import { ContractDraft, ContractTemplateId } from './content.ts'
import { operation } from '../core/operation.ts'
import { Instant, line } from '../core/values.ts'

/** Contracts to begin from. */

export const CONTRACT_TEMPLATE_LIMIT = 50

export const ContractTemplate = z.object({
  id: ContractTemplateId,
  name: z.string(),
  content: ContractDraft,
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type ContractTemplate = z.infer<typeof ContractTemplate>

const body = { name: line(1, 80, 'Use 1 to 80 characters for the name.'), content: ContractDraft }
const params = z.object({ id: ContractTemplateId })

export const listContractTemplates = operation({
  name: 'contractTemplates.list',
  method: 'GET',
  path: '/v2/contract-templates',
  audience: 'provider',
  summary: 'My contract templates by name.',
  returns: z.array(ContractTemplate),
  errors: [],
})

export const createContractTemplate = operation({
  name: 'contractTemplates.create',
  method: 'POST',
  path: '/v2/contract-templates',
  audience: 'provider',
  summary: 'Keep a contract to begin others from. Dates, the place and files are left out of it.',
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
  summary: 'Change a template. Contracts begun from it before stay as they are and name the version they had.',
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
  summary: 'Delete a template.',
  params,
  returns: z.object({}),
  errors: ['NOT_FOUND'],
})
