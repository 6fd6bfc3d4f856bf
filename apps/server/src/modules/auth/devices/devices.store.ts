import { sql, type Queryable, type Tx } from '../../../platform/db/db.ts'

/** The device of a token, if it has signed in to this account before. */
export async function findDevice(
  db: Queryable,
  hash: Buffer,
  accountId: string,
  now: Date,
): Promise<string | undefined> {
  const row = await db.maybeOne<{ deviceId: string }>(sql`
    select device_id as "deviceId" from device_tokens
    where hash = ${hash} and account_id = ${accountId} and expires_at > ${now}`)
  return row?.deviceId
}

/** The device of a token, for any account. */
export async function findDeviceOfToken(tx: Tx, hash: Buffer, now: Date): Promise<string | undefined> {
  const row = await tx.maybeOne<{ deviceId: string }>(sql`
    select device_id as "deviceId" from device_tokens where hash = ${hash} and expires_at > ${now} limit 1`)
  return row?.deviceId
}

/** The devices known to an account. */
export async function listDevices(db: Queryable, accountId: string): Promise<string[]> {
  const rows = await db.query<{ deviceId: string }>(sql`
    select distinct device_id as "deviceId" from device_tokens where account_id = ${accountId}`)
  return rows.map(({ deviceId }) => deviceId)
}

/** Replaces a device's token for all its accounts. The previous one ends at `oldUntil`. */
export async function replaceToken(
  tx: Tx,
  { oldHash, newHash, oldUntil, now }: { oldHash: Buffer; newHash: Buffer; oldUntil: Date; now: Date },
): Promise<void> {
  await tx.execute(sql`
    insert into device_tokens (hash, device_id, account_id, expires_at)
    select ${newHash}, device_id, account_id, expires_at from device_tokens
    where hash = ${oldHash} and expires_at > ${now}`)
  await tx.execute(sql`
    update device_tokens set expires_at = ${oldUntil} where hash = ${oldHash} and expires_at > ${oldUntil}`)
}

/** Records that an account signed in on a device. */
export async function rememberDevice(
  tx: Tx,
  device: { hash: Buffer; deviceId: string; accountId: string; expiresAt: Date },
): Promise<void> {
  await tx.execute(sql`
    insert into device_tokens (hash, device_id, account_id, expires_at)
    values (${device.hash}, ${device.deviceId}, ${device.accountId}, ${device.expiresAt})
    on conflict (hash, account_id) do update set expires_at = excluded.expires_at`)
}

/** Makes a device unknown to an account. */
export async function deleteDevice(db: Queryable, deviceId: string, accountId: string): Promise<void> {
  await db.execute(sql`delete from device_tokens where device_id = ${deviceId} and account_id = ${accountId}`)
}

export async function deleteExpired(db: Queryable, now: Date): Promise<void> {
  await db.execute(sql`delete from device_tokens where expires_at <= ${now}`)
}
