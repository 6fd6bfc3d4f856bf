import { fillAccounts } from '../lib/accounts-data.ts'
import { sql, type Db } from '../../apps/server/src/platform/db/db.ts'

/** Text of every message of the load. */
export const TEXT = 'I can come on Thursday at nine and bring the spare washers with me.'

const numbered = (prefix: string, number: number) => `${prefix}_${String(number).padStart(26, '0')}`

/** The provider, customer and channel of a pair, counted from 0. */
export const providerOf = (pair: number): string => numbered('usr', pair + 1)
export const customerOf = (pair: number): string => numbered('cus', pair + 1)
export const cidOf = (pair: number): string => `messaging:pair-${pair + 1}`

/**
 * Seeds pairs of a provider and a customer with their conversation, a short and a long history, and a short and a long
 * channel list.
 */
export async function seed(db: Db, pairs: number): Promise<void> {
  const now = new Date()
  const minute = Math.floor(now.getTime() / 60_000)
  await fillAccounts(db)
  await db.execute(sql`
    insert into conversations (id, cid, provider_id, customer_id, created_at)
    select 'chn_' || lpad(n::text, 26, '0'), 'messaging:pair-' || n, 'usr_' || lpad(n::text, 26, '0'),
      'cus_' || lpad(n::text, 26, '0'), ${now}
    from generate_series(1, ${pairs}::int) n`)
  await db.execute(sql`
    insert into chat.users (id, name, role, created_at, updated_at)
    select prefix || '_' || lpad(n::text, 26, '0'), 'Number ' || n, case prefix when 'usr' then 'provider' else 'customer' end,
      ${now}, ${now}
    from generate_series(1, ${pairs}::int) n, unnest(array['usr', 'cus']) prefix`)
  await db.execute(sql`
    insert into chat.channels (cid, type, created_by_app, created_at)
    select cid, 'messaging', true, created_at from conversations`)
  await db.execute(sql`
    insert into chat.members (cid, user_id, role, joined_at, sort_minute)
    select cid, user_id, 'member', created_at, ${minute}
    from conversations, unnest(array[provider_id, customer_id]) user_id`)
  await seedPages(db, now, minute)
  await db.execute(sql`vacuum analyze`)
}

/** One small and one large history and list. */
async function seedPages(db: Db, now: Date, minute: number): Promise<void> {
  await db.execute(sql`
    insert into chat.users (id, name, created_at, updated_at)
    select name, name, ${now}, ${now} from unnest(array['reader', 'writer', 'few', 'many']) name`)
  for (const [cid, count] of [
    ['messaging:short', 1_000],
    ['messaging:long', 100_000],
  ] as const) {
    await db.execute(sql`
      insert into chat.channels (cid, type, created_at, last_seq) values (${cid}, 'messaging', ${now}, ${count})`)
    await db.execute(sql`
      insert into chat.members (cid, user_id, role, joined_at, sort_minute)
      select ${cid}, name, 'member', ${now}, ${minute} from unnest(array['reader', 'writer']) name`)
    await db.execute(sql`
      insert into chat.messages (cid, seq, id, user_id, kind, text, created_at)
      select ${cid}, n, gen_random_uuid(), case when n % 2 = 0 then 'reader' else 'writer' end, 'regular', ${TEXT},
        ${now}::timestamptz + n * interval '1 second'
      from generate_series(1, ${count}::int) n`)
  }
  for (const [user, count] of [
    ['few', 10],
    ['many', 1_000],
  ] as const) {
    await db.execute(sql`
      insert into chat.channels (cid, type, created_at, last_seq, last_message_at)
      select 'messaging:' || ${user}::text || n, 'messaging', ${now}, 20, ${now}::timestamptz + n * interval '1 minute'
      from generate_series(1, ${count}::int) n`)
    await db.execute(sql`
      insert into chat.members (cid, user_id, role, joined_at, sort_minute, unread_count, has_unread)
      select 'messaging:' || ${user}::text || n, who, 'member', ${now}, ${minute}::int + n, n % 3, n % 3 > 0
      from generate_series(1, ${count}::int) n, unnest(array[${user}::text, 'writer']) who`)
    await db.execute(sql`
      insert into chat.messages (cid, seq, id, user_id, kind, text, created_at)
      select 'messaging:' || ${user}::text || n, seq, gen_random_uuid(), 'writer', 'regular', ${TEXT},
        ${now}::timestamptz + n * interval '1 minute' - (20 - seq) * interval '1 second'
      from generate_series(1, ${count}::int) n, generate_series(1, 20) seq`)
  }
}
