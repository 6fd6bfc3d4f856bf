import type { OpenDb } from '../../apps/server/src/platform/db/open-db.ts'

/** Inserts search terms of bookings, offers or contracts in bulk and creates the index afterwards. */
export async function fillSearchIndex({ pool }: OpenDb, noun: 'booking' | 'offer' | 'contract'): Promise<void> {
  const index = `${noun}_search_grams`
  const { rows } = await pool.query<{ made: string }>(`select pg_get_indexdef('${index}'::regclass) as made`)
  await pool.query(`drop index ${index}`)
  await pool.query(`
    insert into ${noun}_search (${noun}_id, provider_id, text)
    select o.id, o.provider_id, normalize_text(concat_ws(E'\\n', o.reference, o.title, c.name))
    from ${noun}s o join customers c on c.id = o.customer_id`)
  const client = await pool.connect()
  try {
    await client.query(`set maintenance_work_mem = '1GB'`)
    await client.query(rows[0]?.made ?? '')
  } finally {
    client.release(true)
  }
}
