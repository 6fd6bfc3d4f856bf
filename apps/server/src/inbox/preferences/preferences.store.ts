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

/** Saves choices for a workflow, or the global ones (workflow '') and quiet hours; by default only without any. */
export async function savePreferences(
  db: Queryable,
  inbox: InboxKey,
  {
    workflow = '',
    channels = {},
    schedule,
    isDefault = false,
  }: {
    workflow?: string
    channels?: ChannelPreferences
    schedule?: QuietHoursSchedule | undefined
    isDefault?: boolean
  },
  now: Date,
): Promise<void> {
  const first = isDefault ? sql`p.schedule, excluded.schedule` : sql`excluded.schedule, p.schedule`
  await db.execute(sql`
    insert into inbox.preferences as p (subscriber_id, context, workflow, channels, schedule, updated_at)
    values (${inbox.subscriberId}, ${inbox.context}, ${workflow}, ${JSON.stringify(channels)}::jsonb,
      ${schedule ? JSON.stringify(schedule) : null}::jsonb, ${now})
    on conflict (subscriber_id, context, workflow) do update
      set channels = p.channels || excluded.channels, schedule = coalesce(${first}), updated_at = excluded.updated_at`)
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

const inInbox = (inbox: InboxKey) => sql`subscriber_id = ${inbox.subscriberId} and context = ${inbox.context}`
