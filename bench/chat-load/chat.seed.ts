import pg from 'pg'

/** Text of every message of the load. */
export const TEXT = 'I can come on Thursday at nine and bring the spare washers with me.'

/** Seeds pairs of people with a channel each, a short and a long history, and a short and a long channel list. */
export async function seed(databaseUrl: string, pairs: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const now = new Date().toISOString()
  await client.query(
    `insert into chat.users (id, name, created_at, updated_at)
     select side || '-' || n, side || n, $2, $2 from generate_series(0, $1 - 1) n, unnest(array['a', 'b']) side`,
    [pairs, now],
  )
  await client.query(
    `insert into chat.channels (cid, type, created_at) select 'messaging:pair-' || n, 'messaging', $2 from generate_series(0, $1 - 1) n`,
    [pairs, now],
  )
  await client.query(
    `insert into chat.members (cid, user_id, role, joined_at, sort_minute)
     select 'messaging:pair-' || n, side || '-' || n, 'member', $2, floor(extract(epoch from $2::timestamptz) / 60) from generate_series(0, $1 - 1) n, unnest(array['a', 'b']) side`,
    [pairs, now],
  )
  // One small and one large history and list.
  await client.query(
    `insert into chat.users (id, name, created_at, updated_at)
     select name, name, $1, $1 from unnest(array['reader', 'writer', 'few', 'many']) name`,
    [now],
  )
  for (const [cid, count] of [
    ['messaging:short', 1_000],
    ['messaging:long', 100_000],
  ] as const) {
    await client.query(`insert into chat.channels (cid, type, created_at, last_seq) values ($1, 'messaging', $2, $3)`, [
      cid,
      now,
      count,
    ])
    await client.query(
      `insert into chat.members (cid, user_id, role, joined_at, sort_minute) select $1, name, 'member', $2, floor(extract(epoch from $2::timestamptz) / 60) from unnest(array['reader', 'writer']) name`,
      [cid, now],
    )
    await client.query(
      `insert into chat.messages (cid, seq, id, user_id, kind, text, created_at)
       select $1, n, gen_random_uuid(), case when n % 2 = 0 then 'reader' else 'writer' end, 'regular', $4, $2::timestamptz + n * interval '1 second'
       from generate_series(1, $3::int) n`,
      [cid, now, count, TEXT],
    )
  }
  for (const [user, count] of [
    ['few', 10],
    ['many', 1_000],
  ] as const) {
    await client.query(
      `insert into chat.channels (cid, type, created_at, last_seq, last_message_at)
       select 'messaging:' || $1::text || n, 'messaging', $2, 1, $2::timestamptz + n * interval '1 minute' from generate_series(1, $3::int) n`,
      [user, now, count],
    )
    await client.query(
      `insert into chat.members (cid, user_id, role, joined_at, sort_minute, unread_count, has_unread)
       select 'messaging:' || $1::text || n, who, 'member', $2, floor(extract(epoch from $2::timestamptz) / 60) + n, n % 3, n % 3 > 0
       from generate_series(1, $3::int) n, unnest(array[$1, 'writer']) who`,
      [user, now, count],
    )
    await client.query(
      `insert into chat.messages (cid, seq, id, user_id, kind, text, created_at)
       select 'messaging:' || $1::text || n, 1, gen_random_uuid(), 'writer', 'regular', $4, $2 from generate_series(1, $3::int) n`,
      [user, now, count, TEXT],
    )
  }
  await client.query('vacuum analyze')
  await client.end()
}
