import { sql, type Queryable, type Tx } from '../../platform/db/db.ts'

/** A setting that differs from its default. */
export interface SettingRow {
  key: string
  value: unknown
  changedAt: Date
  changedBy: string
}

export async function list(db: Queryable): Promise<SettingRow[]> {
  return db.query<SettingRow>(sql`
    select key, value, changed_at as "changedAt", changed_by as "changedBy" from settings`)
}

export async function findVersion(db: Queryable): Promise<number> {
  const { version } = await db.one<{ version: number }>(sql`select version from settings_version`)
  return version
}

/** The current version, locked until the transaction ends. */
export async function lockVersion(tx: Tx): Promise<number> {
  const { version } = await tx.one<{ version: number }>(sql`select version from settings_version for update`)
  return version
}

export async function saveVersion(tx: Tx, version: number): Promise<void> {
  await tx.execute(sql`update settings_version set version = ${version}`)
}

export async function put(tx: Tx, { key, value, changedAt, changedBy }: SettingRow): Promise<void> {
  await tx.execute(sql`
    insert into settings (key, value, changed_at, changed_by)
    values (${key}, ${JSON.stringify(value)}::jsonb, ${changedAt}, ${changedBy})
    on conflict (key) do update
      set value = excluded.value, changed_at = excluded.changed_at, changed_by = excluded.changed_by`)
}

export async function remove(tx: Tx, key: string): Promise<void> {
  await tx.execute(sql`delete from settings where key = ${key}`)
}
