import { sql } from '../../apps/server/src/platform/db/db.ts'
import type { OpenDb } from '../../apps/server/src/platform/db/open-db.ts'
import type { DatabaseFiller } from './rows-database.ts'
import { fillSearchIndex } from './search-data.ts'

async function fill(db: OpenDb, offers: number): Promise<void> {
  // Triggers are disabled; their result is inserted in bulk.
  await db.execute(sql`alter table offers disable trigger user`)
  await db.execute(sql`
    insert into offers (id, reference, provider_id, customer_id, origin, status, title, service_category, currency,
      time_zone, location, total, live_revision, draft, sent_at, valid_until, version, created_at, updated_at)
    select 'off_' || lpad(n::text, 26, '0'), 'OF-2026-' || lpad(n::text, 7, '0'), provider, customer,
      'PROVIDER_INITIATED', status, 'A new kitchen, number ' || n, 'CARPENTRY', 'NGN', 'Africa/Lagos',
      '{"line1":"12 Adeniran Ogunsanya Street","city":"Surulere","state":"Lagos","country":"NG"}', 1500000 + n,
      case when status <> 'DRAFT' then 1 end,
      case when status = 'DRAFT' then jsonb_build_object('title', 'A new kitchen', 'intro', repeat('As we said. ', 40)) end,
      at, at + interval '14 days', 3, at - interval '2 days', at
    from (
      select n, 'usr_' || lpad((case when n % 50 = 0 then 1 else 2 + n % 2000 end)::text, 26, '0') as provider,
        c.id as customer,
        (array['REQUESTED', 'DRAFT', 'SENT', 'VIEWED', 'CHANGES_REQUESTED', 'ACCEPTED', 'CONVERTED', 'DECLINED', 'EXPIRED',
          'WITHDRAWN', 'PASSED'])[1 + n / 50 % 11] as status,
        timestamptz '2020-01-01' + n * interval '3 minutes' as at
      from generate_series(1, ${offers}::int) n
      join customers c on c.id = 'cus_' || lpad((1 + (n::bigint * 7919) % 20000)::text, 26, '0')
    ) as made`)
  await db.execute(sql`alter table offers enable trigger user`)
  await fillSearchIndex(db, 'offer')
  await db.execute(sql`
    insert into offer_totals (provider_id, status, currency, count, value)
    select provider_id, status, currency, count(*), sum(total) from offers group by 1, 2, 3`)
}

/** Offers of all statuses, minutes apart. */
export const offers: DatabaseFiller = { noun: 'offers', fill }
