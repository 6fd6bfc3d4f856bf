import type { Deps } from '../deps.ts'
import { join, raw, sql, type Queryable, type Sql, type Tx } from './db.ts'
import { AppError } from '../errors.ts'

/** Common fields of templates. */
export interface TemplateRecord {
  id: string
  providerId: string
  version: number
  createdAt: Date
  updatedAt: Date
}

/** A template as its provider sees it. */
type TemplateView<Content> = Content & { id: string; version: number; createdAt: string; updatedAt: string }

/**
 * Templates of one kind, owned by a provider: limited in number, with optimistic locking. Each field of the content has
 * a column; objects are stored as JSON. `normalize` removes what must not be reused. Throws TEMPLATE_LIMIT, NOT_FOUND,
 * or VERSION_CONFLICT with the current one.
 */
export function createTemplateRepository<Content extends { name: string }>({
  table: tableName,
  columns,
  prefix,
  limit,
  normalize = (content) => content,
}: {
  table: string
  /** The column of each field. */
  columns: Record<keyof Content & string, string>
  prefix: string
  limit: number
  normalize?: (content: Content) => Content
}) {
  type Row = Content & TemplateRecord
  const table = raw(tableName)
  const fields = Object.entries(columns) as [keyof Content & string, string][]
  const selected = sql`id, provider_id as "providerId", version, created_at as "createdAt", updated_at as "updatedAt",
    ${join(fields.map(([field, column]) => raw(`${column} as "${field}"`)))}`

  /** Values of the content, in the order of its columns. */
  const valuesOf = (row: Row): Sql[] =>
    fields.map(([field]) => {
      const value: unknown = row[field]
      return value !== null && typeof value === 'object' ? sql`${JSON.stringify(value)}::jsonb` : sql`${value}`
    })

  const listOf = (db: Queryable, providerId: string) =>
    db.query<Row>(sql`select ${selected} from ${table} where provider_id = ${providerId} order by name, id`)

  const toView = ({ providerId: _, createdAt, updatedAt, ...row }: Row): TemplateView<Content> =>
    ({
      ...row,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    }) as unknown as TemplateView<Content>

  /** Loads and locks an own template. Throws NOT_FOUND. */
  async function lock(tx: Tx, providerId: string, id: string): Promise<Row> {
    const row = await tx.maybeOne<Row>(sql`select ${selected} from ${table} where id = ${id} for update`)
    if (row?.providerId !== providerId) throw new AppError('NOT_FOUND', { thing: 'template' })
    return row
  }

  return {
    lock,
    list: async ({ db }: Pick<Deps, 'db'>, providerId: string): Promise<TemplateView<Content>[]> =>
      (await listOf(db, providerId)).map(toView),
    create: ({ db, ids, clock }: Pick<Deps, 'db' | 'ids' | 'clock'>, providerId: string, content: Content) =>
      db.transaction(async (tx) => {
        // Serializes creation, so that the limit counts correctly.
        await tx.execute(sql`select from accounts where id = ${providerId} for update`)
        const existing = await listOf(tx, providerId)
        if (existing.length >= limit) throw new AppError('TEMPLATE_LIMIT', { limit })
        const now = clock.now()
        const row = {
          ...normalize(content),
          id: ids.next(prefix),
          providerId,
          version: 1,
          createdAt: now,
          updatedAt: now,
        }
        await tx.execute(sql`
          insert into ${table} (id, provider_id, version, created_at, updated_at, ${join(fields.map(([, column]) => raw(column)))})
          values (${row.id}, ${providerId}, ${row.version}, ${now}, ${now}, ${join(valuesOf(row))})`)
        return toView(row)
      }),
    save: (
      { db, clock }: Pick<Deps, 'db' | 'clock'>,
      { providerId, id, version }: { providerId: string; id: string; version: number | undefined },
      /** Fields without a value stay. */
      changes: { [Field in keyof Content]?: Content[Field] | undefined },
    ) =>
      db.transaction(async (tx) => {
        const before = await lock(tx, providerId, id)
        if (version !== undefined && version !== before.version) {
          throw new AppError('VERSION_CONFLICT', { thing: 'template', current: toView(before) })
        }
        const changed = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
        const after = {
          ...before,
          ...normalize({ ...before, ...changed }),
          version: before.version + 1,
          updatedAt: clock.now(),
        }
        const values = valuesOf(after)
        await tx.execute(sql`
          update ${table} set version = ${after.version}, updated_at = ${after.updatedAt},
            ${join(fields.map(([, column], index) => sql`${raw(column)} = ${values[index]}`))}
          where id = ${id}`)
        return toView(after)
      }),
    remove: ({ db }: Pick<Deps, 'db'>, providerId: string, id: string): Promise<void> =>
      db.transaction(async (tx) => {
        await lock(tx, providerId, id)
        await tx.execute(sql`delete from ${table} where id = ${id}`)
      }),
    /** Deletes all templates of a closed account. */
    async clear(tx: Tx, providerId: string): Promise<void> {
      await tx.execute(sql`delete from ${table} where provider_id = ${providerId}`)
    },
  }
}
