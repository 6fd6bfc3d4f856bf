import type { Deps } from '../deps.ts'
import type { Queryable, Tx } from './db.ts'
import { AppError } from '../errors.ts'

/** Common fields of templates. */
export interface TemplateRecord {
  id: string
  providerId: string
  version: number
  createdAt: Date
  updatedAt: Date
}

/** Statements of one kind of template. */
interface TemplateStore<Row> {
  listOf: (db: Queryable, providerId: string) => Promise<Row[]>
  lock: (tx: Queryable, id: string) => Promise<Row | undefined>
  lockProvider: (tx: Queryable, providerId: string) => Promise<void>
  insert: (tx: Queryable, row: Row) => Promise<void>
  save: (tx: Queryable, row: Row) => Promise<void>
  remove: (tx: Queryable, id: string) => Promise<void>
}

/** A template as its provider sees it. */
type TemplateView<Content> = Content & { id: string; version: number; createdAt: string; updatedAt: string }

/**
 * Templates of one kind, owned by a provider: limited in number, with optimistic locking. `normalize` removes what must not
 * be reused. Throws TEMPLATE_LIMIT, NOT_FOUND, or VERSION_CONFLICT with the current one.
 */
export function createTemplateRepository<Content extends object>(given: {
  store: TemplateStore<Content & TemplateRecord>
  prefix: string
  limit: number
  normalize?: (content: Content) => Content
}) {
  type Row = Content & TemplateRecord
  const { store, prefix, limit, normalize = (content: Content) => content } = given

  const toView = ({ providerId: _, createdAt, updatedAt, ...row }: Row): TemplateView<Content> =>
    ({
      ...row,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    }) as unknown as TemplateView<Content>

  /** Loads and locks an own template. Throws NOT_FOUND. */
  async function open(tx: Tx, providerId: string, id: string): Promise<Row> {
    const row = await store.lock(tx, id)
    if (row?.providerId !== providerId) throw new AppError('NOT_FOUND', { thing: 'template' })
    return row
  }

  return {
    open,
    list: async ({ db }: Pick<Deps, 'db'>, providerId: string): Promise<TemplateView<Content>[]> =>
      (await store.listOf(db, providerId)).map(toView),
    create: ({ db, ids, clock }: Pick<Deps, 'db' | 'ids' | 'clock'>, providerId: string, content: Content) =>
      db.transaction(async (tx) => {
        await store.lockProvider(tx, providerId)
        const existing = await store.listOf(tx, providerId)
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
        await store.insert(tx, row)
        return toView(row)
      }),
    save: (
      { db, clock }: Pick<Deps, 'db' | 'clock'>,
      { providerId, id, version }: { providerId: string; id: string; version: number | undefined },
      content: Content,
    ) =>
      db.transaction(async (tx) => {
        const before = await open(tx, providerId, id)
        if (version !== undefined && version !== before.version) {
          throw new AppError('VERSION_CONFLICT', { thing: 'template', current: toView(before) })
        }
        const after = { ...before, ...normalize(content), version: before.version + 1, updatedAt: clock.now() }
        await store.save(tx, after)
        return toView(after)
      }),
    remove: ({ db }: Pick<Deps, 'db'>, providerId: string, id: string): Promise<void> =>
      db.transaction(async (tx) => {
        await open(tx, providerId, id)
        await store.remove(tx, id)
      }),
  }
}
