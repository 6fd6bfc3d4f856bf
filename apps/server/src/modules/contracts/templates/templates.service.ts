import type { Received } from '@fettle/protocol'
import type { ContractDraft } from '@fettle/protocol/contract-content'
import {
  CONTRACT_TEMPLATE_LIMIT,
  type ContractTemplate,
  type createContractTemplate,
} from '@fettle/protocol/contract-templates'
import type { Tx } from '../../../platform/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import * as store from './templates.store.ts'
import type { TemplateRow } from './templates.store.ts'

/** Contracts to begin from. */

type Body = Received<typeof createContractTemplate>['body']

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

export const listTemplates = async ({ db }: Pick<Deps, 'db'>, providerId: string): Promise<ContractTemplate[]> =>
  (await store.listOf(db, providerId)).map(toView)

export function createTemplate(
  { db, ids, clock }: Pick<Deps, 'db' | 'ids' | 'clock'>,
  providerId: string,
  { name, content }: Body,
): Promise<ContractTemplate> {
  return db.transaction(async (tx) => {
    await store.lockProvider(tx, providerId)
    const existing = await store.listOf(tx, providerId)
    if (existing.length >= CONTRACT_TEMPLATE_LIMIT) {
      throw new AppError('TEMPLATE_LIMIT', { limit: CONTRACT_TEMPLATE_LIMIT })
    }
    const now = clock.now()
    const stamps = { version: 1, createdAt: now, updatedAt: now }
    const template = { id: ids.next('ctt'), providerId, name, content: reusable(content), ...stamps }
    await store.insert(tx, template)
    return toView(template)
  })
}

/** The only door to a template. */
export async function openTemplate(tx: Tx, providerId: string, id: string): Promise<TemplateRow> {
  const template = await store.lock(tx, id)
  if (template?.providerId !== providerId) throw new AppError('NOT_FOUND', { thing: 'template' })
  return template
}

export function saveTemplate(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  providerId: string,
  id: string,
  { name, content }: Body,
  version: number | undefined,
): Promise<ContractTemplate> {
  return db.transaction(async (tx) => {
    const before = await openTemplate(tx, providerId, id)
    if (version !== undefined && version !== before.version) {
      throw new AppError('VERSION_CONFLICT', { thing: 'template', current: toView(before) })
    }
    const changed = { name, content: reusable(content), version: before.version + 1, updatedAt: clock.now() }
    const after = { ...before, ...changed }
    await store.save(tx, after)
    return toView(after)
  })
}

export function removeTemplate({ db }: Pick<Deps, 'db'>, providerId: string, id: string): Promise<void> {
  return db.transaction(async (tx) => {
    await openTemplate(tx, providerId, id)
    await store.remove(tx, id)
  })
}

const toView = ({ providerId: _, createdAt, updatedAt, ...template }: TemplateRow): ContractTemplate => ({
  ...template,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})
