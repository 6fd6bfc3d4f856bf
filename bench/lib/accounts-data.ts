import { sql, type Db } from '../../apps/server/src/platform/db/db.ts'

/** The measured provider, who owns every fiftieth row. */
export const BUSY_PROVIDER_ID = `usr_${'0'.repeat(25)}1`

/** Inserts a few thousand providers and their customers. */
export async function fillAccounts(db: Db): Promise<void> {
  await db.execute(sql`
    insert into accounts (id, email, first_name, last_name, verified_at, onboarded_at, created_at, updated_at)
    select 'usr_' || lpad(n::text, 26, '0'), 'p' || n || '@example.com', 'Provider', 'Number ' || n, now(), now(), now(), now()
    from generate_series(1, 2001) n`)
  await db.execute(sql`
    insert into customers (id, external_id, name, phone, locale, time_zone, created_at, updated_at)
    select 'cus_' || lpad(n::text, 26, '0'), 'customer-' || n, 'Customer ' || n, '+23480' || lpad(n::text, 8, '0'), 'en',
      'Africa/Lagos', now(), now()
    from generate_series(1, 20000) n`)
}
