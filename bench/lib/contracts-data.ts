import { sql } from '../../apps/server/src/platform/db/db.ts'
import type { OpenDb } from '../../apps/server/src/platform/db/open-db.ts'
import { BUSY_PROVIDER_ID } from './accounts-data.ts'
import type { DatabaseFiller } from './rows-database.ts'
import { fillSearchIndex } from './search-data.ts'

async function fill(db: OpenDb, contracts: number): Promise<void> {
  // Triggers are disabled; their result is inserted in bulk.
  await db.execute(sql`alter table contracts disable trigger user`)
  await db.execute(sql`
    insert into contracts (id, reference, provider_id, customer_id, status, signature_status, title, currency, time_zone,
      total, content, current_version, version, created_at, updated_at)
    select 'ctr_' || lpad(n::text, 26, '0'), 'CT-2026-' || lpad(n::text, 7, '0'), provider, customer, status,
      case when status in ('DRAFT', 'PENDING_SIGNATURES') then 'NONE' else 'FULLY_SIGNED' end,
      'A new kitchen, number ' || n, 'NGN', 'Africa/Lagos', 1500000,
      '{"siteAddress":{"line1":"12 Adeniran Ogunsanya Street","city":"Surulere"},"startDate":"2026-12-01","endDate":null}',
      1, 3, at - interval '2 days', at
    from (
      select n, 'usr_' || lpad((case when n % 50 = 0 then 1 else 2 + n % 2000 end)::text, 26, '0') as provider,
        c.id as customer,
        (array['DRAFT', 'PENDING_SIGNATURES', 'CHANGES_REQUESTED', 'ACTIVE', 'ON_HOLD', 'DISPUTED', 'COMPLETED',
          'TERMINATED', 'DECLINED', 'EXPIRED', 'VOIDED'])[1 + n / 50 % 11] as status,
        timestamptz '2020-01-01' + n * interval '3 minutes' as at
      from generate_series(1, ${contracts}::int) n
      join customers c on c.id = 'cus_' || lpad((1 + (n::bigint * 7919) % 20000)::text, 26, '0')
    ) as made`)
  await db.execute(sql`
    insert into contract_milestones (id, contract_id, position, title, description, amount, status)
    select 'mil_' || substr(id, 6) || position, id, position, 'Part ' || position, '', 500000, 'PENDING'
    from contracts, generate_series(1, case when provider_id = ${BUSY_PROVIDER_ID} then 3 else 1 end) position`)
  await db.execute(sql`alter table contracts enable trigger user`)
  await fillSearchIndex(db, 'contract')
  await db.execute(sql`
    insert into contract_totals (provider_id, status, currency, count, value)
    select provider_id, status, currency, count(*), sum(total) from contracts group by 1, 2, 3`)
}

/** Contracts of all statuses with milestones, minutes apart. */
export const contracts: DatabaseFiller = { noun: 'contracts', fill }
