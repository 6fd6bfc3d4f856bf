import { userInfo } from 'node:os'
import { operatorActor } from '../platform/acting-party.ts'
import type { Clock } from '../platform/clock.ts'
import { appendEvent } from '../platform/db/domain-events.ts'
import { sql, type Db } from '../platform/db/db.ts'
import type { Ids } from '../platform/ids.ts'
import { time } from './arguments.ts'
import { toTable } from './table.ts'
import { UsageError, type CliCommand } from './usage.ts'

interface AuditDeps {
  db: Db
  clock: Clock
  ids: Ids
}

export const AUDIT_HELP = `What operators did, on the command line and over the API

  audit list [--before ID]
      List changes, newest first, a hundred at a time.`

const SHOWN = 100

/** Runs a change of the command line and records it in the audit trail, both or neither. */
export async function runAudited<Result>(
  { db, clock, ids }: AuditDeps,
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

/** Runs `audit …`. Returns the output. Throws UsageError for invalid arguments. */
export const audit: CliCommand<Pick<AuditDeps, 'db'>> = async ({ db }, [action, option, before, more]) => {
  if (action !== 'list')
    throw new UsageError(action ? `Unknown command "audit ${action}".` : 'Missing action for audit.')
  if (more !== undefined || (option !== undefined && (option !== '--before' || before === undefined)))
    throw new UsageError('The list can begin before an entry: --before ID.')
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
