import {
  inboxChannels,
  inboxSeverities,
  type ChannelPreferences,
  type InboxSeverity,
  type NotificationWorkflow,
} from '@fettle/protocol/notifications/inbox'
import { InboxError, invalidInput } from '../errors.ts'
import { isObject } from '../notifications/filters.ts'
import { toWorkflowView, type Workflows } from '../workflows.ts'

export interface QuietHoursSchedule {
  isEnabled: boolean
  weeklySchedule?: Partial<Record<Weekday, { isEnabled: boolean; hours?: { start: string; end: string }[] }>>
}

/** A subscriber's choices: global, and by workflow. */
export interface StoredPreferences {
  global: ChannelPreferences
  schedule: QuietHoursSchedule | undefined
  workflows: ReadonlyMap<string, ChannelPreferences>
}

export interface PreferenceFilter {
  criticality: 'nonCritical' | 'critical' | 'all'
  tags: string[]
  severity: InboxSeverity[]
}

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
type Weekday = (typeof weekdays)[number]

const TIME = /^(0?[1-9]|1[0-2]):[0-5]\d (AM|PM)$/
const MAX_BULK = 100
/** The global entry has every channel of Novu, and ours only if chosen. */
const novuChannels = inboxChannels.filter((channel) => channel !== 'desktop')

/** Effective channels of a workflow for a subscriber: the most specific choice wins. */
export function resolveChannels(
  workflow: NotificationWorkflow,
  choices: Pick<StoredPreferences, 'global' | 'workflows'>,
): ChannelPreferences {
  const ownChoices = workflow.critical ? undefined : choices.workflows.get(workflow.identifier)
  const general = workflow.critical ? undefined : choices.global
  const holds = inboxChannels
    .filter((channel) => workflow.channels[channel] !== undefined)
    .map((channel) => [
      channel,
      workflow.always?.includes(channel) || (ownChoices?.[channel] ?? general?.[channel] ?? workflow.channels[channel]),
    ])
  return Object.fromEntries(holds) as ChannelPreferences
}

/** The global preference in the format of the protocol. */
export function toGlobalView({ global, schedule }: Pick<StoredPreferences, 'global' | 'schedule'>) {
  return {
    level: 'global',
    enabled: true,
    channels: {
      ...Object.fromEntries(novuChannels.map((channel) => [channel, global[channel] ?? true])),
      ...(global.desktop === undefined ? {} : { desktop: global.desktop }),
    },
    ...(schedule ? { schedule } : {}),
  }
}

/** The preference of a workflow in the format of the protocol, with its effective channels. */
export function toWorkflowPreference(
  workflow: NotificationWorkflow,
  choices: Pick<StoredPreferences, 'global' | 'workflows'>,
) {
  return {
    level: 'template',
    enabled: true,
    channels: resolveChannels(workflow, choices),
    overrides: [],
    workflow: toWorkflowView(workflow),
  }
}

/** Workflows in a listing. The global entry always precedes them. */
export function visibleWorkflows(
  workflows: Workflows,
  { criticality, tags, severity }: PreferenceFilter,
): NotificationWorkflow[] {
  return [...workflows.values()].filter(
    (workflow) =>
      (criticality === 'all' || workflow.critical === (criticality === 'critical')) &&
      (tags.length === 0 || tags.some((tag) => workflow.tags.includes(tag))) &&
      (severity.length === 0 || severity.includes(workflow.severity)),
  )
}

/** Never throws, because clients cannot handle a failed listing. Invalid filters are ignored. */
export function readPreferenceFilter(query: Record<string, unknown>): PreferenceFilter {
  const criticality = query.criticality
  const list = (value: unknown) => (value === undefined ? [] : Array.isArray(value) ? value : [value]).map(String)
  return {
    criticality: criticality === 'all' || criticality === 'critical' ? criticality : 'nonCritical',
    tags: list(query['tags[]'] ?? query.tags),
    severity: list(query['severity[]'] ?? query.severity).filter((item): item is InboxSeverity =>
      inboxSeverities.includes(item as InboxSeverity),
    ),
  }
}

/** The workflow to change. Throws an InboxError. */
export function openWorkflow(workflows: Workflows, workflowId: unknown): NotificationWorkflow {
  if (typeof workflowId !== 'string' || !/^[\w.-]{1,100}$/.test(workflowId))
    throw new InboxError(400, 'This is not a valid workflow id.')
  const workflow = workflows.get(workflowId)
  if (!workflow) throw new InboxError(404, `There is no workflow ${workflowId}.`)
  if (workflow.critical) throw new InboxError(400, 'A critical workflow cannot be changed.')
  return workflow
}

/** The channels in a body. */
export function readChannels(body: unknown): ChannelPreferences {
  if (!isObject(body)) return {}
  const channels: ChannelPreferences = {}
  for (const channel of inboxChannels) {
    const value = body[channel]
    if (value === undefined || value === null) continue
    if (typeof value !== 'boolean') throw invalidInput(`${channel} must be true or false.`)
    channels[channel] = value
  }
  return channels
}

/** The changes of a bulk call, merged per workflow. */
export function readBulk(body: unknown, workflows: Workflows): Map<NotificationWorkflow, ChannelPreferences> {
  const items = isObject(body) ? body.preferences : undefined
  if (!Array.isArray(items) || items.length === 0) throw new InboxError(400, 'preferences must be a list of changes.')
  if (items.length > MAX_BULK) throw invalidInput(`At most ${MAX_BULK} preferences can be changed at once.`)
  const changes = new Map<NotificationWorkflow, ChannelPreferences>()
  for (const item of items) {
    const workflow = openWorkflow(workflows, isObject(item) ? item.workflowId : undefined)
    changes.set(workflow, { ...changes.get(workflow), ...readChannels(item) })
  }
  return changes
}

/** The schedule of a body, merged into the current one. */
export function readSchedule(
  schedule: unknown,
  current: QuietHoursSchedule | undefined,
): QuietHoursSchedule | undefined {
  if (schedule === undefined || schedule === null) return undefined
  if (!isObject(schedule)) throw invalidInput('schedule must be an object.')
  const isEnabled = schedule.isEnabled ?? current?.isEnabled ?? false
  if (typeof isEnabled !== 'boolean') throw invalidInput('schedule.isEnabled must be true or false.')
  if (schedule.weeklySchedule === undefined || schedule.weeklySchedule === null) return { ...current, isEnabled }
  const weeklySchedule = readWeek(schedule.weeklySchedule)
  if (isEnabled && Object.keys(weeklySchedule).length === 0)
    throw invalidInput('weeklySchedule must name at least one day.')
  return { isEnabled, weeklySchedule }
}

function readWeek(week: unknown): NonNullable<QuietHoursSchedule['weeklySchedule']> {
  if (!isObject(week)) throw invalidInput('weeklySchedule must be an object.')
  return Object.fromEntries(
    Object.entries(week).map(([day, plan]) => {
      if (!weekdays.includes(day as Weekday)) throw invalidInput(`${day} is not a day of the week.`)
      if (!isObject(plan) || typeof plan.isEnabled !== 'boolean')
        throw invalidInput(`${day}.isEnabled must be true or false.`)
      return [
        day,
        { isEnabled: plan.isEnabled, ...(plan.hours === undefined ? {} : { hours: readHours(plan.hours, day) }) },
      ]
    }),
  )
}

function readHours(hours: unknown, day: string): { start: string; end: string }[] {
  const isTime = (time: unknown): time is string => typeof time === 'string' && TIME.test(time)
  if (!Array.isArray(hours) || hours.length > 24) throw invalidInput(`${day}.hours must be a list of times.`)
  return hours.map((range: unknown) => {
    const { start, end } = isObject(range) ? range : {}
    if (!isTime(start) || !isTime(end)) throw invalidInput(`${day}.hours must look like 09:00 AM.`)
    return { start, end }
  })
}
