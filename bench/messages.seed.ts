import pg from 'pg'

/** The conversation with a long history, and one beside it. */
export const LONG = { id: 'bench-1000', name: 'Bench 1000' }
export const OTHER = { id: 'bench-999', name: 'Bench 999' }

export const CHANNELS = 1_000
const MESSAGES = 100_000

/** How many messages the conversation `n` has. */
const SAID_IN = `(case when n = ${CHANNELS} then ${MESSAGES} else 60 end)`
/** Whom it is with: an id as customers have them. */
const WHO = `'cus_' || lpad(n::text, 26, '0')`
/** Before anything was said. */
const LONG_AGO = `$1::timestamptz - interval '100 days'`

/** What people say: a word, a sentence, a paragraph, in turns. */
const SAID = [
  'Yes.',
  'I can come on Thursday at nine and bring the spare washers with me.',
  'The valve is under the sink, behind the **blue** box.\nMind the cat: she runs out when the door is open, and she does not come back before the evening.',
  'See https://example.com/valve for the one I mean',
]

/** Gives the demo provider a thousand conversations, each with some messages, and one of them a hundred thousand. */
export async function seedTalks(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ id: string }>(`select id from accounts where email = 'ada@fettle.test'`)
  const me = rows[0]?.id
  if (!me) throw new Error('The demo town is not there')
  const now = new Date().toISOString()
  await client.query(
    `insert into chat.users (id, name, created_at, updated_at)
     select ${WHO}, 'Bench ' || n, $1, $1 from generate_series(1, ${CHANNELS}) n`,
    [now],
  )
  await client.query(
    `insert into chat.channels (cid, type, created_at, last_seq, last_message_at)
     select 'messaging:bench-' || n, 'messaging', ${LONG_AGO}, ${SAID_IN}, $1::timestamptz - (${CHANNELS} - n) * interval '1 minute'
     from generate_series(1, ${CHANNELS}) n`,
    [now],
  )
  await client.query(
    `insert into chat.members (cid, user_id, role, joined_at, sort_minute)
     select 'messaging:bench-' || n, who, 'member', ${LONG_AGO},
            floor(extract(epoch from $1::timestamptz) / 60) - (${CHANNELS} - n)
     from generate_series(1, ${CHANNELS}) n, unnest(array[$2::text, ${WHO}]) who`,
    [now, me],
  )
  await client.query(
    `insert into chat.messages (cid, seq, id, user_id, kind, text, created_at)
     select 'messaging:bench-' || n, s, gen_random_uuid(), case when s % 3 = 0 then $2 else ${WHO} end, 'regular',
            ($3::text[])[1 + s % ${SAID.length}],
            $1::timestamptz - (${CHANNELS} - n) * interval '1 minute' - (${SAID_IN} - s) * interval '1 minute'
     from generate_series(1, ${CHANNELS}) n, lateral generate_series(1, ${SAID_IN}) s`,
    [now, me, SAID],
  )
  await client.query('vacuum analyze')
  await client.end()
}
