import type { MarketplaceEvent } from '@fettle/protocol/marketplace/events'
import { raw } from 'sql-template-tag'
import { isConnectionLoss } from '../../src/platform/db/connection-loss.ts'
import { sql, type Sql } from '../../src/platform/db/db.ts'
import type { OpenDb } from '../../src/platform/db/open-db.ts'
import { untilAnswered } from './retrying-client.ts'
import type { Acknowledged } from './load.ts'

/** Rules that hold at every moment. Each statement selects the rows that violate its invariant. */
const invariants: Record<string, Sql> = {
  'the total of a ledger is the sum of its entries': sql`
    select l.provider_id, l.total, sum(e.amount) from ledgers l join ledger_entries e on e.provider_id = l.provider_id
      and e.custody = 'PLATFORM' and e.type not in ('PAYOUT', 'PAYOUT_REVERSAL', 'DEPOSIT') and e.source_type <> 'deposit'
    group by l.provider_id having l.total <> sum(e.amount)`,
  'no balance is negative': sql`
    select provider_id, sum(amount) from ledger_entries where custody = 'PLATFORM'
    group by provider_id having sum(amount) < 0`,
  'a payout is booked once, and reversed once if it failed': sql`
    select p.id, p.status from payouts p left join ledger_entries e on e.source_type = 'payout' and e.source_id = p.id
    group by p.id
    having count(*) filter (where e.type = 'PAYOUT' and e.amount = -p.amount) <> 1
      or count(*) filter (where e.type = 'PAYOUT_REVERSAL') <> (p.status in ('FAILED', 'CANCELLED', 'RETURNED'))::int`,
  'an invoice is paid by its confirmed payments': sql`
    select i.id, i.paid from invoices i left join payments p on p.invoice_id = i.id and p.status = 'CONFIRMED'
    group by i.id having i.paid <> coalesce(sum(p.amount), 0)`,
  'nothing is done twice': sql`
    select 'booking', title, count(*) from bookings where title like 'Job %' group by provider_id, title having count(*) > 1
    union all
    select 'contract', title, count(*) from contracts where title like 'Contract %' group by provider_id, title having count(*) > 1
    union all
    select 'payment', invoice_id, count(*) from payments group by invoice_id having count(*) > 1
    union all
    select 'message', text, count(*) from chat.messages where kind = 'regular' and text <> ''
    group by cid, text having count(*) > 1`,
  'the sequence of a channel has no gap': sql`
    select c.cid, c.last_seq from chat.channels c
    where c.last_seq - c.pruned_seq <> (
      select count(*) from (
        select seq from chat.messages m where m.cid = c.cid union select seq from chat.events e where e.cid = c.cid
      ) as used where seq > c.pruned_seq)`,
  'unread counts equal a recount': sql`
    select m.cid, m.user_id, m.unread_count, m.has_unread, recounted.number from chat.members m
    cross join lateral (
      select count(*) as number from chat.messages s
      where s.cid = m.cid and s.seq > m.last_read_seq and s.user_id is distinct from m.user_id
        and s.kind in ('regular', 'card') and s.in_channel) as recounted
    where m.unread_count <> recounted.number or m.has_unread <> (recounted.number > 0)`,
  'the feed has no gap, and the order of each object': sql`
    select seq from (
      select seq, lag(seq) over (order by seq) as before, resource_seq,
        lag(resource_seq) over (partition by subject_type, subject_id order by seq) as resource_before from feed) as f
    where seq <> before + 1 or resource_seq <= resource_before`,
}

/** Hold once everything under way is finished. */
const finalInvariants: Record<string, Sql> = {
  'every event is in the feed': sql`select seq from feed_pending`,
  'every message is an event': sql`
    select m.id from chat.messages m where m.kind = 'regular'
      and not exists (select from feed f where f.type = 'message.created' and f.object->>'id' = m.id)`,
  'completed work is earned once': sql`
    select b.id from bookings b left join ledger_entries e
      on e.source_type = 'booking' and e.source_id = b.id and e.type = 'EARNING'
    where b.status = 'COMPLETED' group by b.id having count(e.id) <> 1`,
  'every job has run': sql`
    select task_identifier, last_error from graphile_worker.jobs
    where attempts >= max_attempts or (run_at < now() and task_identifier <> 'webhooks.deliver')`,
}

/** Hold half a minute later, when the claims of dead processes on deliveries have ended. */
const deliveryInvariants: Record<string, Sql> = {
  'every webhook is delivered': sql`
    select id, lane, status, tries, next_at, claimed_until, attempts->-1 as last from webhook_deliveries
    where status <> 'DELIVERED' order by seq`,
}

/** Violations of the invariants, one line each. The database may be killed meanwhile. */
export async function findViolations(db: OpenDb, acknowledged: readonly Acknowledged[]): Promise<string[]> {
  const statements: Record<string, Sql> = { ...invariants }
  for (const table of new Set(acknowledged.map((row) => row.table))) {
    const rows = acknowledged.filter((row) => row.table === table)
    statements[`what was acknowledged is in ${table}`] = sql`
      select a.id, a.status from json_to_recordset(${JSON.stringify(rows)}::json) as a (id text, status text)
      left join ${raw(table)} t on t.id = a.id where t.id is null ${
        table === 'chat.messages' ? raw('') : sql`or a.status <> t.status`
      }`
  }
  return violationsOf(db, statements)
}

/** Violations of what must hold once everything under way is finished. */
export const findFinalViolations = (db: OpenDb, withDeliveries: boolean): Promise<string[]> =>
  violationsOf(db, withDeliveries ? { ...finalInvariants, ...deliveryInvariants } : finalInvariants)

async function violationsOf(db: OpenDb, statements: Record<string, Sql>): Promise<string[]> {
  const violations: string[] = []
  for (const [invariant, statement] of Object.entries(statements)) {
    const rows = await untilAnswered(invariant, () =>
      db.query(statement).catch((error: unknown) => {
        if (isConnectionLoss(error)) return undefined
        return [{ error: String(error) }]
      }),
    )
    if (rows.length > 0) violations.push(`${invariant}: ${JSON.stringify(rows.slice(0, 5))} of ${rows.length}`)
  }
  return violations
}

/** Events that a partner got twice, out of order or not at all. `mayRepeat`: webhooks come at least once. */
export function findEventViolations(
  received: readonly MarketplaceEvent[],
  all: readonly MarketplaceEvent[],
  mayRepeat: boolean,
): string[] {
  const seen = new Set<string>()
  const newest = new Map<string, MarketplaceEvent>()
  const violations: string[] = []
  for (const event of received) {
    if (seen.has(event.id)) {
      if (!mayRepeat) violations.push(`${event.type} ${event.id} came twice`)
      continue
    }
    seen.add(event.id)
    // Messages are ordered within their channel.
    const object = String(event.data.object[event.type === 'message.created' ? 'channelId' : 'id'])
    const before = newest.get(object)
    if (before && before.resourceSeq >= event.resourceSeq)
      violations.push(`${object}: ${before.type} ${before.resourceSeq} before ${event.type} ${event.resourceSeq}`)
    newest.set(object, event)
  }
  const missing = all.filter(({ id }) => !seen.has(id))
  return [...violations, ...missing.map(({ id, type, seq }) => `${type} ${id} (${seq}) is missing`)]
}
