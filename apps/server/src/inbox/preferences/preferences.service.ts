import type { InboxChannel, NotificationWorkflow } from '@fettle/protocol/notifications/inbox'
import type { Queryable } from '../../platform/db/db.ts'
import { lockByName } from '../../platform/db/advisory-lock.ts'
import type { InboxContext } from '../context.ts'
import { inboxKeyOf, type InboxKey } from '../identity.ts'
import { isObject } from '../notifications/filters.ts'
import * as rules from './preferences.rules.ts'
import * as store from './preferences.store.ts'
import { nextAllowedAt } from './quiet-hours.ts'

/** Whether the inbox accepts this kind of notification. */
export async function inAppAllowed(db: Queryable, inbox: InboxKey, workflow: NotificationWorkflow): Promise<boolean> {
  if (workflow.channels.in_app === undefined) return false
  if (workflow.critical || workflow.always?.includes('in_app')) return true
  return rules.resolveChannels(workflow, await store.listStoredPreferences(db, inbox)).in_app ?? true
}

/** When a workflow may be delivered over a channel: now, after quiet hours, or never (undefined). */
export async function mayReach(
  { db, clock, workflows }: InboxContext,
  subscriberId: string,
  identifier: string,
  { channel, timeZone }: { channel: InboxChannel; timeZone: string },
): Promise<Date | undefined> {
  const workflow = workflows.get(identifier)
  if (workflow?.channels[channel] === undefined) return undefined
  const choices = await store.listStoredPreferences(db, inboxKeyOf(subscriberId))
  if (!rules.resolveChannels(workflow, choices)[channel]) return undefined
  return workflow.critical ? clock.now() : nextAllowedAt(choices.schedule, clock.now(), timeZone)
}

/** Switches a channel on or off for those workflows that allow it. */
export async function setChannel(
  { db, clock, workflows }: InboxContext,
  subscriberId: string,
  { channel, identifiers, on }: { channel: InboxChannel; identifiers: readonly string[]; on: boolean },
): Promise<void> {
  const now = clock.now()
  const inbox = inboxKeyOf(subscriberId)
  await db.transaction(async (tx) => {
    for (const identifier of identifiers) {
      if (workflows.get(identifier)?.critical === false)
        await store.savePreferences(tx, inbox, { workflow: identifier, channels: { [channel]: on } }, now)
    }
  })
}

/** The global preference, then those of the workflows that match the query. */
export async function listPreferences(
  { db, workflows }: InboxContext,
  inbox: InboxKey,
  query: Record<string, unknown>,
) {
  const choices = await store.listStoredPreferences(db, inbox)
  const visible = rules.visibleWorkflows(workflows, rules.readPreferenceFilter(query))
  return [rules.toGlobalView(choices), ...visible.map((workflow) => rules.toWorkflowPreference(workflow, choices))]
}

/** A subscriber's preferences, for the data export. */
export async function exportPreferences({ db }: Pick<InboxContext, 'db'>, subscriberId: string) {
  const { global, schedule, workflows } = await store.listStoredPreferences(db, inboxKeyOf(subscriberId))
  return { channels: global, quietHours: schedule ?? null, workflows: Object.fromEntries(workflows) }
}

/** The choices that hold for every workflow without its own, and the quiet hours. */
export async function globalPreference({ db }: InboxContext, inbox: InboxKey) {
  return rules.toGlobalView(await store.listStoredPreferences(db, inbox))
}

/**
 * Changes global choices, which replace those of single workflows, and quiet hours. Throws an InboxError for invalid
 * ones.
 */
export async function updateGlobalPreference({ db, clock }: InboxContext, inbox: InboxKey, body: unknown) {
  const now = clock.now()
  const channels = rules.readChannels(body)
  return db.transaction(async (tx) => {
    await lockByName(tx, `inbox-preferences ${inbox.subscriberId} ${inbox.context}`)
    const { schedule: current } = await store.listStoredPreferences(tx, inbox)
    const schedule = rules.readSchedule(isObject(body) ? body.schedule : undefined, current)
    await store.savePreferences(tx, inbox, { channels, schedule }, now)
    await store.deleteChannels(tx, inbox, channels, now)
    return rules.toGlobalView(await store.listStoredPreferences(tx, inbox))
  })
}

/** Changes the choices for a workflow. Throws an InboxError for an unknown or critical one. */
export async function updateWorkflowPreference(
  { db, clock, workflows }: InboxContext,
  inbox: InboxKey,
  id: unknown,
  body: unknown,
) {
  const workflow = rules.openWorkflow(workflows, id)
  const chosen = { workflow: workflow.identifier, channels: rules.readChannels(body) }
  await store.savePreferences(db, inbox, chosen, clock.now())
  return rules.toWorkflowPreference(workflow, await store.listStoredPreferences(db, inbox))
}

/** Changes the choices for several workflows, all or none. Throws an InboxError for an unknown or critical one. */
export async function updatePreferencesInBulk({ db, clock, workflows }: InboxContext, inbox: InboxKey, body: unknown) {
  const now = clock.now()
  const changes = rules.readBulk(body, workflows)
  return db.transaction(async (tx) => {
    for (const [{ identifier: workflow }, channels] of changes)
      await store.savePreferences(tx, inbox, { workflow, channels }, now)
    const choices = await store.listStoredPreferences(tx, inbox)
    return [...changes.keys()].map((workflow) => rules.toWorkflowPreference(workflow, choices))
  })
}
