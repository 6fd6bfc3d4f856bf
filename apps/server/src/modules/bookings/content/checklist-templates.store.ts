import type { ChecklistEntry, ChecklistTemplate } from '@fettle/protocol/bookings/checklists'
import { sql, type Queryable } from '../../../platform/db/db.ts'

export interface ChecklistTemplateRow {
  id: string
  providerId: string
  name: string
  serviceCategory: ChecklistTemplate['serviceCategory']
  items: ChecklistEntry[]
  version: number
  createdAt: Date
  updatedAt: Date
}

const columns = sql`id, provider_id as "providerId", name, service_category as "serviceCategory", items, version,
  created_at as "createdAt", updated_at as "updatedAt"`

export const listOf = (db: Queryable, providerId: string) =>
  db.query<ChecklistTemplateRow>(
    sql`select ${columns} from checklist_templates where provider_id = ${providerId} order by name, id`,
  )

export const lock = (tx: Queryable, id: string) =>
  tx.maybeOne<ChecklistTemplateRow>(sql`select ${columns} from checklist_templates where id = ${id} for update`)

/** Serialises template creation, so that the limit counts correctly. */
export async function lockProvider(tx: Queryable, providerId: string): Promise<void> {
  await tx.execute(sql`select from accounts where id = ${providerId} for update`)
}

export async function insert(tx: Queryable, template: ChecklistTemplateRow): Promise<void> {
  await tx.execute(sql`
    insert into checklist_templates (id, provider_id, name, service_category, items, version, created_at, updated_at)
    values (${template.id}, ${template.providerId}, ${template.name}, ${template.serviceCategory},
            ${JSON.stringify(template.items)}::jsonb, ${template.version}, ${template.createdAt}, ${template.updatedAt})`)
}

export async function save(tx: Queryable, template: ChecklistTemplateRow): Promise<void> {
  await tx.execute(sql`
    update checklist_templates set name = ${template.name}, service_category = ${template.serviceCategory},
      items = ${JSON.stringify(template.items)}::jsonb, version = ${template.version}, updated_at = ${template.updatedAt}
    where id = ${template.id}`)
}

export async function remove(tx: Queryable, id: string): Promise<void> {
  await tx.execute(sql`delete from checklist_templates where id = ${id}`)
}
