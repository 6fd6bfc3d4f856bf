import type { Preference } from '@novu/react/hooks'

/** What may be chosen for a group of notifications; in the inbox everything is shown. */
export const channels = ['desktop', 'push', 'email'] as const
export type Channel = (typeof channels)[number]

/** One kind of notification, as the service lists it. */
export interface Kind {
  id: string
  group: string
  isCritical: boolean
  on: Partial<Record<Channel, boolean>>
}

/** Kinds that are chosen together. */
export interface Group {
  name: string
  /** Reaches one whatever is chosen. */
  isFixed: boolean
  kinds: readonly Kind[]
}

type Listed = Pick<Preference, 'channels' | 'workflow'>

/** The ways a kind goes: a company's Novu has no `desktop`, then there is nothing to choose. */
const waysOf = (listed: Partial<Record<string, boolean>>): Kind['on'] =>
  Object.fromEntries(channels.flatMap((channel) => (listed[channel] === undefined ? [] : [[channel, listed[channel]]])))

export const kindsIn = (preferences: readonly Listed[]): Kind[] =>
  preferences.flatMap(({ workflow, channels: listed }) =>
    workflow
      ? [
          {
            id: workflow.identifier,
            group: workflow.tags?.[0] ?? 'other',
            isCritical: workflow.critical,
            on: waysOf({ ...listed }),
          },
        ]
      : [],
  )

/** What can be chosen comes first; a group of nothing but critical kinds cannot be switched off. */
export function groupsOf(kinds: readonly Kind[]): Group[] {
  const names = [...new Set(kinds.map(({ group }) => group))]
  const groups = names.map((name) => {
    const own = kinds.filter(({ group }) => group === name)
    const chosen = own.filter(({ isCritical }) => !isCritical)
    return { name, isFixed: chosen.length === 0, kinds: chosen.length === 0 ? own : chosen }
  })
  return groups.sort((one, other) => Number(one.isFixed) - Number(other.isFixed))
}

/** Undefined where no kind of the group goes that way. */
export function isOn({ kinds, isFixed }: Group, channel: Channel): boolean | undefined {
  const known = kinds.flatMap(({ on }) => on[channel] ?? [])
  return known.length === 0 ? undefined : isFixed || known.some(Boolean)
}

/** The same kinds after a choice. */
export const withChoice = (kinds: readonly Kind[], group: Group, channel: Channel, on: boolean): Kind[] =>
  kinds.map((kind) => (group.kinds.includes(kind) ? { ...kind, on: { ...kind.on, [channel]: on } } : kind))
