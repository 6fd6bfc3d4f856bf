import pg from 'pg'

/** The conversation with a long history, and the one beside it. */
export const LONG_CHANNEL = { id: 'bench-1000', name: 'Bench 1000' }
export const OTHER_CHANNEL = { id: 'bench-999', name: 'Bench 999' }

export const CHANNEL_COUNT = 1_000
const MESSAGE_COUNT = 100_000

/** SQL: number of messages in conversation `n`. */
const MESSAGES_PER_CHANNEL_SQL = `(case when n = ${CHANNEL_COUNT} then ${MESSAGE_COUNT} else 60 end)`
/** SQL: id of the customer. */
const CUSTOMER_ID_SQL = `'cus_' || lpad(n::text, 26, '0')`
/** SQL: time before the first message. */
const OLDEST_MESSAGE_SQL = `$1::timestamptz - interval '100 days'`

/** Sample texts of different lengths, used in turn. */
const SAMPLE_TEXTS = [
  'Yes.',
  'I can come on Thursday at nine and bring the spare washers with me.',
  'The valve is under the sink, behind the **blue** box.\nMind the cat: she runs out when the door is open, and she does not come back before the evening.',
  'See https://example.com/valve for the one I mean',
]

/** Creates a thousand conversations for the demo provider, one of them with 100,000 messages. */
export async function seedConversations(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ id: string }>(`select id from accounts where email = 'ada@fettle.test'`)
  const me = rows[0]?.id
  if (!me) throw new Error('The demo data is missing')
  const now = new Date().toISOString()
  await client.query(
    `insert into chat.users (id, name, created_at, updated_at)
     select ${CUSTOMER_ID_SQL}, 'Bench ' || n, $1, $1 from generate_series(1, ${CHANNEL_COUNT}) n`,
    [now],
  )
  await client.query(
    `insert into chat.channels (cid, type, created_at, last_seq, last_message_at)
     select 'messaging:bench-' || n, 'messaging', ${OLDEST_MESSAGE_SQL}, ${MESSAGES_PER_CHANNEL_SQL}, $1::timestamptz - (${CHANNEL_COUNT} - n) * interval '1 minute'
     from generate_series(1, ${CHANNEL_COUNT}) n`,
    [now],
  )
  await client.query(
    `insert into chat.members (cid, user_id, role, joined_at, sort_minute)
     select 'messaging:bench-' || n, who, 'member', ${OLDEST_MESSAGE_SQL},
            floor(extract(epoch from $1::timestamptz) / 60) - (${CHANNEL_COUNT} - n)
     from generate_series(1, ${CHANNEL_COUNT}) n, unnest(array[$2::text, ${CUSTOMER_ID_SQL}]) who`,
    [now, me],
  )
  await client.query(
    `insert into chat.messages (cid, seq, id, user_id, kind, text, created_at)
     select 'messaging:bench-' || n, s, gen_random_uuid(), case when s % 3 = 0 then $2 else ${CUSTOMER_ID_SQL} end, 'regular',
            ($3::text[])[1 + s % ${SAMPLE_TEXTS.length}],
            $1::timestamptz - (${CHANNEL_COUNT} - n) * interval '1 minute' - (${MESSAGES_PER_CHANNEL_SQL} - s) * interval '1 minute'
     from generate_series(1, ${CHANNEL_COUNT}) n, lateral generate_series(1, ${MESSAGES_PER_CHANNEL_SQL}) s`,
    [now, me, SAMPLE_TEXTS],
  )
  await client.query('vacuum analyze')
  await client.end()
}
