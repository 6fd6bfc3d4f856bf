import type { Preference } from '@novu/react/hooks'

/** Channels that can be chosen; the inbox always shows everything. */
export const channels = ['desktop', 'push', 'email'] as const
export type NotificationChannel = (typeof channels)[number]

/** A kind of notification in the service's format. */
export interface Kind {
  id: string
  group: string
  isCritical: boolean
  on: Partial<Record<NotificationChannel, boolean>>
}

/** Kinds that are switched together. */
export interface PreferenceGroup {
  name: string
  /** Delivered whatever the preference. */
  isFixed: boolean
  kinds: readonly Kind[]
}

type Listed = Pick<Preference, 'channels' | 'workflow'>

/** Channels of a kind. A plain Novu server has no `desktop` channel. */
const channelStatesOf = (states: Partial<Record<string, boolean>>): Kind['on'] =>
  Object.fromEntries(channels.flatMap((channel) => (states[channel] === undefined ? [] : [[channel, states[channel]]])))

export const kindsIn = (preferences: readonly Listed[]): Kind[] =>
  preferences.flatMap(({ workflow, channels: states }) =>
    workflow
      ? [
          {
            id: workflow.identifier,
            group: workflow.tags?.[0] ?? 'other',
            isCritical: workflow.critical,
            on: channelStatesOf({ ...states }),
          },
        ]
      : [],
  )

/** Groups kinds, switchable groups first; a group of only critical kinds cannot be switched off. */
export function groupsOf(kinds: readonly Kind[]): PreferenceGroup[] {
  const names = [...new Set(kinds.map(({ group }) => group))]
  const groups = names.map((name) => {
    const groupKinds = kinds.filter(({ group }) => group === name)
    const chosen = groupKinds.filter(({ isCritical }) => !isCritical)
    return { name, isFixed: chosen.length === 0, kinds: chosen.length === 0 ? groupKinds : chosen }
  })
  return groups.sort((one, other) => Number(one.isFixed) - Number(other.isFixed))
}

/** Undefined when no kind of the group uses the channel. */
export function isOn({ kinds, isFixed }: PreferenceGroup, channel: NotificationChannel): boolean | undefined {
  const states = kinds.flatMap(({ on }) => on[channel] ?? [])
  return states.length === 0 ? undefined : isFixed || states.some(Boolean)
}

/** The kinds with a preference applied. */
export const withChoice = (
  kinds: readonly Kind[],
  group: PreferenceGroup,
  channel: NotificationChannel,
  on: boolean,
): Kind[] => kinds.map((kind) => (group.kinds.includes(kind) ? { ...kind, on: { ...kind.on, [channel]: on } } : kind))
