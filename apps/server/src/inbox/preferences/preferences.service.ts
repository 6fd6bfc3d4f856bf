import type { InboxChannel, NotificationWorkflow } from '@fettle/protocol/notifications/inbox'
import type { Queryable } from '../../platform/db/db.ts'
import type { InboxContext } from '../context.ts'
import { boxOf, type Box } from '../identity.ts'
import { isObject } from '../notifications/filters.ts'
import * as rules from './preferences.rules.ts'
import * as store from './preferences.store.ts'
import { nextAllowedAt } from './quiet-hours.ts'

/** Whether the inbox accepts this kind of notification. */
export async function inAppAllowed(db: Queryable, box: Box, workflow: NotificationWorkflow): Promise<boolean> {
  if (workflow.channels.in_app === undefined) return false
  if (workflow.critical || workflow.always?.includes('in_app')) return true
  return rules.resolveChannels(workflow, await store.listStoredPreferences(db, box)).in_app ?? true
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
  const choices = await store.listStoredPreferences(db, boxOf(subscriberId))
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
  const box = boxOf(subscriberId)
  await db.transaction(async (tx) => {
    for (const identifier of identifiers) {
      if (workflows.get(identifier)?.critical === false)
        await store.saveChannels(tx, box, identifier, { [channel]: on }, now)
    }
  })
}

export async function listPreferences({ db, workflows }: InboxContext, box: Box, query: Record<string, unknown>) {
  const choices = await store.listStoredPreferences(db, box)
  const visible = rules.visibleWorkflows(workflows, rules.readPreferenceFilter(query))
  return [rules.toGlobalView(choices), ...visible.map((workflow) => rules.toWorkflowPreference(workflow, choices))]
}

export async function globalPreference({ db }: InboxContext, box: Box) {
  return rules.toGlobalView(await store.listStoredPreferences(db, box))
}

export async function updateGlobalPreference({ db, clock }: InboxContext, box: Box, body: unknown) {
  const now = clock.now()
  const chosen = rules.readChannels(body)
  return db.transaction(async (tx) => {
    const { schedule: current } = await store.listStoredPreferences(tx, box)
    const schedule = rules.readSchedule(isObject(body) ? body.schedule : undefined, current)
    if (Object.keys(chosen).length > 0) {
      await store.saveChannels(tx, box, '', chosen, now)
      await store.deleteChannels(tx, box, chosen, now)
    }
    if (schedule) await store.saveSchedule(tx, box, schedule, now)
    return rules.toGlobalView(await store.listStoredPreferences(tx, box))
  })
}

export async function updateWorkflowPreference(
  { db, clock, workflows }: InboxContext,
  box: Box,
  id: unknown,
  body: unknown,
) {
  const workflow = rules.openWorkflow(workflows, id)
  await store.saveChannels(db, box, workflow.identifier, rules.readChannels(body), clock.now())
  return rules.toWorkflowPreference(workflow, await store.listStoredPreferences(db, box))
}

export async function updatePreferencesInBulk({ db, clock, workflows }: InboxContext, box: Box, body: unknown) {
  const now = clock.now()
  const changes = rules.readBulk(body, workflows)
  return db.transaction(async (tx) => {
    for (const [workflow, chosen] of changes) await store.saveChannels(tx, box, workflow.identifier, chosen, now)
    const choices = await store.listStoredPreferences(tx, box)
    return [...changes.keys()].map((workflow) => rules.toWorkflowPreference(workflow, choices))
  })
}
