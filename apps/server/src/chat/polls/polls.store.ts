import type { Poll, PollOption } from '@fettle/protocol/chat/polls/polls'
import { sql, type Queryable, type Tx } from '../../platform/db/db.ts'

export interface PollRow {
  id: string
  cid: string
  message_id: string
  created_by: string
  name: string
  description: string
  options: PollOption[]
  counts: Record<string, number>
  answers: number
  is_closed: boolean
  allow_answers: boolean
  allow_suggestions: boolean
  unique_vote: boolean
  max_votes: number | null
  visibility: Poll['votingVisibility']
  created_at: Date
  version: number
}

export interface VoterRow {
  poll_id: string
  option_ids: string[]
  answer: string | null
  version: number
}

const columns = sql`id, cid, message_id, created_by, name, description, options, counts, answers, is_closed, allow_answers,
  allow_suggestions, unique_vote, max_votes, visibility, created_at, version`

/** Inserts a poll, or replaces its creator's earlier one of which the message was never sent. */
export async function insertPoll(
  db: Queryable,
  poll: Omit<PollRow, 'counts' | 'answers' | 'is_closed' | 'version'>,
): Promise<void> {
  await db.execute(sql`
    insert into chat.polls as p (id, cid, message_id, created_by, name, description, options, allow_answers, allow_suggestions,
                            unique_vote, max_votes, visibility, created_at)
    values (${poll.id}, ${poll.cid}, ${poll.message_id}, ${poll.created_by}, ${poll.name}, ${poll.description},
            ${JSON.stringify(poll.options)}::jsonb, ${poll.allow_answers}, ${poll.allow_suggestions}, ${poll.unique_vote},
            ${poll.max_votes}, ${poll.visibility}, ${poll.created_at})
    on conflict (id) do update set name = excluded.name, description = excluded.description, options = excluded.options,
      allow_answers = excluded.allow_answers, allow_suggestions = excluded.allow_suggestions,
      unique_vote = excluded.unique_vote, max_votes = excluded.max_votes, visibility = excluded.visibility,
      created_at = excluded.created_at
    where p.cid = excluded.cid and p.created_by = excluded.created_by
      and not exists (select from chat.messages m where m.cid = p.cid and m.id = p.message_id)`)
}

const hasMessage = sql`
  exists (select from chat.messages m where m.cid = p.cid and m.id = p.message_id and m.deleted_at is null)`

/** Polls whose message was not deleted for everybody. */
export const listPolls = (db: Queryable, cid: string, ids: readonly string[]) =>
  db.query<PollRow>(sql`
    select ${columns} from chat.polls p where cid = ${cid} and id = any(${[...ids]}) and ${hasMessage} order by id`)

/** Loads such a poll and locks its row, so that votes are serialized. */
export const lockPoll = (tx: Tx, cid: string, id: string) =>
  tx.maybeOne<PollRow>(
    sql`select ${columns} from chat.polls p where cid = ${cid} and id = ${id} and ${hasMessage} for update`,
  )

export const listVotes = (db: Queryable, ids: readonly string[], userId: string) =>
  db.query<VoterRow>(sql`
    select poll_id, option_ids, answer, version from chat.poll_voters
    where poll_id = any(${[...ids]}) and user_id = ${userId}`)

export async function savePoll(
  tx: Tx,
  { id, options, counts, answers, is_closed }: Pick<PollRow, 'id' | 'options' | 'counts' | 'answers' | 'is_closed'>,
): Promise<number> {
  const { version } = await tx.one<{ version: number }>(sql`
    update chat.polls set options = ${JSON.stringify(options)}::jsonb, counts = ${JSON.stringify(counts)}::jsonb,
      answers = ${answers}, is_closed = ${is_closed}, version = version + 1
    where id = ${id} returning version`)
  return version
}

export const saveVotes = (
  tx: Tx,
  { poll_id, option_ids, answer }: Pick<VoterRow, 'poll_id' | 'option_ids' | 'answer'>,
  userId: string,
  now: Date,
) =>
  tx.one<VoterRow>(sql`
    insert into chat.poll_voters (poll_id, user_id, option_ids, answer, voted_at)
    values (${poll_id}, ${userId}, ${option_ids}, ${answer}, ${now})
    on conflict (poll_id, user_id) do update set option_ids = excluded.option_ids, answer = excluded.answer,
      voted_at = excluded.voted_at, version = chat.poll_voters.version + 1
    returning poll_id, option_ids, answer, version`)

export interface VoterListRow {
  user_id: string
  name: string | null
  image: string | null
  answer: string | null
  voted_at: Date
}

/**
 * Voters of an option, or without an option the text answers, newest first. A channel has at most a hundred members.
 */
export const listVoters = (
  db: Queryable,
  { pollId, optionId, offset, limit }: { pollId: string; optionId: string | undefined; offset: number; limit: number },
) =>
  db.query<VoterListRow>(sql`
    select v.user_id, u.name, u.image, v.answer, v.voted_at
    from chat.poll_voters v left join chat.users u on u.id = v.user_id
    where v.poll_id = ${pollId} and ${optionId === undefined ? sql`v.answer is not null` : sql`${optionId} = any(v.option_ids)`}
    order by v.voted_at desc, v.user_id desc limit ${limit} offset ${offset}`)
