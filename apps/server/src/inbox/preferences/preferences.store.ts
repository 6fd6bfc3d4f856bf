import type { ChannelPreferences } from '@fettle/protocol/notifications/inbox'
import { sql, type Queryable } from '../../platform/db/db.ts'
import type { InboxKey } from '../identity.ts'
import type { StoredPreferences, QuietHoursSchedule } from './preferences.rules.ts'

/** All choices of a subscriber. */
export async function listStoredPreferences(db: Queryable, inbox: InboxKey): Promise<StoredPreferences> {
  const rows = await db.query<{
    workflow: string
    channels: ChannelPreferences
    schedule: QuietHoursSchedule | null
  }>(sql`
    select workflow, channels, schedule from inbox.preferences where ${inInbox(inbox)}`)
  const general = rows.find((row) => row.workflow === '')
  return {
    global: general?.channels ?? {},
    schedule: general?.schedule ?? undefined,
    workflows: new Map(rows.filter((row) => row.workflow !== '').map((row) => [row.workflow, row.channels])),
  }
}

/** Saves choices for a workflow, or the global ones (workflow ''). */
export async function saveChannels(
  db: Queryable,
  inbox: InboxKey,
  workflow: string,
  chosen: ChannelPreferences,
  now: Date,
): Promise<void> {
  const json = JSON.stringify(chosen)
  await db.execute(sql`
    insert into inbox.preferences as p (subscriber_id, context, workflow, channels, updated_at)
    values (${inbox.subscriberId}, ${inbox.context}, ${workflow}, ${json}::jsonb, ${now})
    on conflict (subscriber_id, context, workflow) do update
      set channels = p.channels || excluded.channels, updated_at = excluded.updated_at`)
}

/** A later global choice overrides choices of single workflows. */
export async function deleteChannels(
  db: Queryable,
  inbox: InboxKey,
  chosen: ChannelPreferences,
  now: Date,
): Promise<void> {
  const names = Object.keys(chosen)
  await db.execute(sql`
    update inbox.preferences set channels = channels - ${names}::text[], updated_at = ${now}
    where ${inInbox(inbox)} and workflow <> '' and channels ?| ${names}::text[]`)
}

export async function saveSchedule(
  db: Queryable,
  inbox: InboxKey,
  schedule: QuietHoursSchedule,
  now: Date,
): Promise<void> {
  const json = JSON.stringify(schedule)
  await db.execute(sql`
    insert into inbox.preferences (subscriber_id, context, schedule, updated_at)
    values (${inbox.subscriberId}, ${inbox.context}, ${json}::jsonb, ${now})
    on conflict (subscriber_id, context, workflow) do update
      set schedule = excluded.schedule, updated_at = excluded.updated_at`)
}

/** Inserts the default schedule, if there is none. */
export async function saveDefaultSchedule(
  db: Queryable,
  inbox: InboxKey,
  schedule: QuietHoursSchedule,
  now: Date,
): Promise<void> {
  const json = JSON.stringify(schedule)
  await db.execute(sql`
    insert into inbox.preferences as p (subscriber_id, context, schedule, updated_at)
    values (${inbox.subscriberId}, ${inbox.context}, ${json}::jsonb, ${now})
    on conflict (subscriber_id, context, workflow) do update
      set schedule = excluded.schedule, updated_at = excluded.updated_at where p.schedule is null`)
}

const inInbox = (inbox: InboxKey) => sql`subscriber_id = ${inbox.subscriberId} and context = ${inbox.context}`
