import { userInfo } from 'node:os'
import { operatorActor } from '../platform/acting-party.ts'
import { appendEvent } from '../platform/db/domain-events.ts'
import { sql } from '../platform/db/db.ts'
import { actionsOf, read, time } from './arguments.ts'
import { toTable } from './table.ts'
import type { DatabaseDeps } from './with-database.ts'

export const AUDIT_HELP = `What operators did, on the command line and over the API

  audit list [--before ID]
      List changes, newest first, a hundred at a time.`

const SHOWN = 100

/** Runs a change of the command line and records it in the audit trail, both or neither. */
export async function runAudited<Result>(
  { db, clock, ids }: DatabaseDeps,
  type: string,
  change: () => Promise<Result>,
  about: (result: Result) => { subject: { type: string; id: string }; data?: Record<string, unknown> },
): Promise<Result> {
  const actor = operatorActor(`${userName()} (command line)`)
  const work = () =>
    db.transaction(async (tx) => {
      const result = await change()
      const event = { type, actor, visibility: 'OPERATOR' as const, providerId: null, ...about(result) }
      await appendEvent({ clock, ids, signal: () => undefined }, tx, event)
      return result
    })
  // The change has transactions of its own: they become part of this one.
  return db.unitOfWork(work, async () => undefined)
}

/** A container may run as a user without a name. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.() ?? ''}`
  }
}

async function list({ db }: Pick<DatabaseDeps, 'db'>, args: string[]): Promise<string> {
  const { before } = read(args, { may: ['before'] })
  const entries = await db.query<{
    id: string
    at: Date
    who: string
    type: string
    subject: string
    data: object
  }>(sql`
    select id, at, actor_name as who, type, subject_id as subject, data from events
    where actor_type = 'OPERATOR' and seq < coalesce((select seq from events where id = ${before ?? null}), 9e18::bigint)
    order by seq desc limit ${SHOWN}`)
  if (entries.length === 0) return 'No operator has changed anything.'
  return toTable(
    ['ID', 'AT', 'WHO', 'WHAT', 'OF', 'DETAILS'],
    entries.map(({ id, at, who: actorName, type, subject, data }) => [
      id,
      time(at),
      actorName,
      type,
      subject,
      Object.keys(data).length > 0 ? JSON.stringify(data).slice(0, 200) : '',
    ]),
  )
}

export const audit = actionsOf<Pick<DatabaseDeps, 'db'>>('audit', { list })
