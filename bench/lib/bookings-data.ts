import { sql } from '../../apps/server/src/platform/db/db.ts'
import type { OpenDb } from '../../apps/server/src/platform/db/open-db.ts'
import type { DatabaseFiller } from './rows-database.ts'
import { fillSearchIndex } from './search-data.ts'

async function fill(db: OpenDb, bookings: number): Promise<void> {
  // Triggers are disabled; their result is inserted in bulk.
  await db.execute(sql`alter table bookings disable trigger sync_booking_search`)
  await db.execute(sql`
    insert into bookings (id, reference, provider_id, customer_id, status, awaiting_party, title, description,
      service_category, start_at, end_at, time_zone, location, price_model, price_amount, price_currency, respond_by,
      confirmed_at, version, created_at, updated_at)
    select 'bkg_' || lpad(n::text, 26, '0'), 'BK-2026-' || lpad(n::text, 7, '0'),
      'usr_' || lpad((case when n % 50 = 0 then 1 else 2 + n % 2000 end)::text, 26, '0'),
      'cus_' || lpad((1 + (n::bigint * 7919) % 20000)::text, 26, '0'),
      status, case status when 'REQUESTED' then 'PROVIDER' end, 'Fix the kitchen tap, number ' || n,
      repeat('It drips all night long. ', 8), 'PLUMBING', at, at + interval '1 hour', 'Africa/Lagos',
      '{"line1":"12 Adeniran Ogunsanya Street","city":"Surulere","state":"Lagos","country":"NG","lat":6.49518,"lng":3.35672}',
      'FIXED', 1500000, 'NGN', at - interval '1 hour', case status when 'CONFIRMED' then at end, 1, at - interval '2 days',
      at - interval '2 days'
    from (
      -- Five hours between two of the busy provider, days between those of the others: none overlap.
      select n, (array['REQUESTED', 'CONFIRMED', 'CONFIRMED', 'DECLINED', 'EXPIRED', 'CANCELLED'])[1 + n % 6] as status,
        timestamptz '2020-01-01' + n * (case when n % 50 = 0 then interval '6 minutes' else interval '3 minutes' end) as at
      from generate_series(1, ${bookings}::int) n
    ) as made`)
  await db.execute(sql`alter table bookings enable trigger sync_booking_search`)
  await fillSearchIndex(db, 'booking')
  await db.execute(sql`
    insert into provider_schedules (provider_id, counts)
    select provider_id, jsonb_object_agg(status, n)
    from (select provider_id, status, count(*) as n from bookings group by 1, 2) as counted group by 1`)
  await db.execute(sql`
    insert into provider_customers (provider_id, customer_id, since, last_booking_id, last_booked_at)
    select distinct on (provider_id, customer_id) provider_id, customer_id,
      min(created_at) over (partition by provider_id, customer_id), id, created_at
    from bookings order by provider_id, customer_id, created_at desc, id desc`)
}

/** Bookings of all statuses, hours apart. */
export const bookings: DatabaseFiller = { noun: 'bookings', fill }
