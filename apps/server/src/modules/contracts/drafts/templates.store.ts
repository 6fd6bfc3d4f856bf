import type { ContractDraft } from '@fettle/protocol/contracts/content'
import { sql, type Queryable } from '../../../platform/db/db.ts'

interface ContractTemplateRow {
  id: string
  providerId: string
  name: string
  content: ContractDraft
  version: number
  createdAt: Date
  updatedAt: Date
}

const columns = sql`id, provider_id as "providerId", name, content, version, created_at as "createdAt",
  updated_at as "updatedAt"`

export const listOf = (db: Queryable, providerId: string) =>
  db.query<ContractTemplateRow>(
    sql`select ${columns} from contract_templates where provider_id = ${providerId} order by name, id`,
  )

export const lock = (tx: Queryable, id: string) =>
  tx.maybeOne<ContractTemplateRow>(sql`select ${columns} from contract_templates where id = ${id} for update`)

/** Serialises template creation, so that the limit counts correctly. */
export async function lockProvider(tx: Queryable, providerId: string): Promise<void> {
  await tx.execute(sql`select from accounts where id = ${providerId} for update`)
}

export async function insert(tx: Queryable, template: ContractTemplateRow): Promise<void> {
  await tx.execute(sql`
    insert into contract_templates (id, provider_id, name, content, version, created_at, updated_at)
    values (${template.id}, ${template.providerId}, ${template.name}, ${JSON.stringify(template.content)}::jsonb,
      ${template.version}, ${template.createdAt}, ${template.updatedAt})`)
}

export async function save(tx: Queryable, template: ContractTemplateRow): Promise<void> {
  await tx.execute(sql`
    update contract_templates set name = ${template.name}, content = ${JSON.stringify(template.content)}::jsonb,
      version = ${template.version}, updated_at = ${template.updatedAt}
    where id = ${template.id}`)
}

export async function remove(tx: Queryable, id: string): Promise<void> {
  await tx.execute(sql`delete from contract_templates where id = ${id}`)
}
