import { TEMPLATE_LIMIT, type ChecklistTemplate, type createChecklistTemplate } from '@fettle/protocol/checklists'
import type { Received } from '@fettle/protocol'
import type { Tx } from '../../../platform/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import * as store from './templates.store.ts'
import type { TemplateRow } from './templates.store.ts'

type Body = Received<typeof createChecklistTemplate>['body']

export const listTemplates = async ({ db }: Pick<Deps, 'db'>, providerId: string): Promise<ChecklistTemplate[]> =>
  (await store.listOf(db, providerId)).map(toView)

export function createTemplate(
  { db, ids, clock }: Pick<Deps, 'db' | 'ids' | 'clock'>,
  providerId: string,
  body: Body,
): Promise<ChecklistTemplate> {
  return db.transaction(async (tx) => {
    await store.lockProvider(tx, providerId)
    const existing = await store.listOf(tx, providerId)
    if (existing.length >= TEMPLATE_LIMIT) throw new AppError('TEMPLATE_LIMIT', { limit: TEMPLATE_LIMIT })
    const now = clock.now()
    const template = { ...body, id: ids.next('tpl'), providerId, version: 1, createdAt: now, updatedAt: now }
    await store.insert(tx, template)
    return toView(template)
  })
}

/** The only door to a template, to change it. */
export async function openTemplate(tx: Tx, providerId: string, id: string): Promise<TemplateRow> {
  const template = await store.lock(tx, id)
  if (template?.providerId !== providerId) throw new AppError('NOT_FOUND', { thing: 'template' })
  return template
}

export function saveTemplate(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  providerId: string,
  id: string,
  body: Body,
  version: number | undefined,
): Promise<ChecklistTemplate> {
  return db.transaction(async (tx) => {
    const before = await openTemplate(tx, providerId, id)
    if (version !== undefined && version !== before.version) {
      throw new AppError('VERSION_CONFLICT', { thing: 'template', current: toView(before) })
    }
    const after = { ...before, ...body, version: before.version + 1, updatedAt: clock.now() }
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

const toView = (template: TemplateRow): ChecklistTemplate => ({
  id: template.id,
  name: template.name,
  serviceCategory: template.serviceCategory,
  items: template.items,
  version: template.version,
  createdAt: template.createdAt.toISOString(),
  updatedAt: template.updatedAt.toISOString(),
})
