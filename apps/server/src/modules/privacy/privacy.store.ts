import { lockByName } from '../../platform/db/advisory-lock.ts'
import { sql, type Queryable, type Tx } from '../../platform/db/db.ts'
import type { DataExportRow } from './privacy.rules.ts'

export const findExport = (db: Queryable, providerId: string) =>
  db.maybeOne<DataExportRow>(sql`
    select requested_at as "requestedAt", ready_at as "readyAt", key, size from data_exports where provider_id = ${providerId}`)

/** Serializes exports of one provider. */
export const lockProvider = (tx: Tx, providerId: string): Promise<void> => lockByName(tx, `privacy ${providerId}`)

export async function startExport(tx: Tx, providerId: string, now: Date): Promise<void> {
  await tx.execute(sql`
    insert into data_exports (provider_id, requested_at) values (${providerId}, ${now})
    on conflict (provider_id) do update set requested_at = excluded.requested_at, ready_at = null, key = null, size = null`)
}

/** Saves a finished export. Returns whether it was still wanted. */
export async function finishExport(
  tx: Tx,
  {
    providerId,
    requestedAt,
    key,
    size,
    now,
  }: { providerId: string; requestedAt: string; key: string; size: number; now: Date },
): Promise<boolean> {
  const count = await tx.executeCount(sql`
    update data_exports set ready_at = ${now}, key = ${key}, size = ${size}
    where provider_id = ${providerId} and requested_at = ${requestedAt} and ready_at is null`)
  return count > 0
}

/** Storage keys of exports finished before a time. */
export async function listOldExports(db: Queryable, before: Date): Promise<string[]> {
  const rows = await db.query<{ key: string }>(sql`
    select key from data_exports where key is not null and ready_at < ${before}`)
  return rows.map(({ key }) => key)
}

export const forgetFile = (db: Queryable, key: string): Promise<void> =>
  db.execute(sql`update data_exports set key = null where key = ${key}`)

/** Deletes a provider's export. Returns the key of its file, if there is one. */
export async function deleteExport(tx: Tx, providerId: string): Promise<string | undefined> {
  const row = await tx.maybeOne<{ key: string | null }>(sql`
    delete from data_exports where provider_id = ${providerId} returning key`)
  return row?.key ?? undefined
}

/** Events by and about a provider, oldest first. */
export const historyOf = (db: Queryable, providerId: string) =>
  db.query<{ at: Date; type: string; subjectType: string; subjectId: string; data: unknown }>(sql`
    select at, type, subject_type as "subjectType", subject_id as "subjectId", data from events
    where provider_id = ${providerId} and visibility <> 'OPERATOR' order by seq`)
