import { formatterOf } from '@fettle/i18n/format'
import { parseArgs } from 'node:util'
import type { Money } from '@fettle/protocol'
import { UsageError, type CliCommand } from './usage.ts'

/**
 * Builds a command with several actions: `documents list`, `documents approve`. This file parses arguments and formats
 * output.
 */
export const actionsOf =
  <Deps>(noun: string, actions: Readonly<Record<string, CliCommand<Deps>>>): CliCommand<Deps> =>
  async (deps, [action, ...args]) => {
    const act = action !== undefined && Object.hasOwn(actions, action) ? actions[action] : undefined
    if (act) return act(deps, args)
    const actionNames = Object.keys(actions).join(', ')
    throw new UsageError(
      action
        ? `Unknown command "${noun} ${action}". Known commands: ${actionNames}.`
        : `Missing action for ${noun}. Actions: ${actionNames}.`,
    )
  }

/** Parses the options and positional arguments of an action. Throws UsageError for missing or unexpected ones. */
export function read<Needed extends string = never, Possible extends string = never, Flag extends string = never>(
  args: string[],
  {
    names = [],
    needs = [],
    may = [],
    flags = [],
  }: { names?: readonly string[]; needs?: readonly Needed[]; may?: readonly Possible[]; flags?: readonly Flag[] },
): { positionals: string[] } & Record<Needed, string> &
  Partial<Record<Possible, string>> &
  Partial<Record<Flag, true>> {
  const options = Object.fromEntries<{ type: 'string' | 'boolean' }>([
    ...[...needs, ...may].map((name) => [name, { type: 'string' }] as const),
    ...flags.map((name) => [name, { type: 'boolean' }] as const),
  ])
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
  if (positionals.length > names.length) throw new UsageError(`Unknown argument "${positionals[names.length]}".`)
  if (positionals.length < names.length) throw new UsageError(`Missing ${names.join(' and ')}.`)
  const missing = needs.find((name) => !values[name])
  if (missing) throw new UsageError(`Missing option --${missing}.`)
  return { positionals, ...values } as never
}

/** The account filter of a list query. */
export const toAccountFilter = <Query extends { provider?: string; customer?: string }>({
  provider,
  customer,
  ...query
}: Query) => ({
  ...query,
  ...(provider === undefined ? {} : { providerId: provider }),
  ...(customer === undefined ? {} : { customerId: customer }),
})

/** `2026-11-23 08:00 UTC`. Empty without a time. */
export const time = (at: Date | string | null): string =>
  at ? `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC` : ''

/** Parses a time: `2027-01-31` is the end of that day in UTC, `90d` that many days from now. Throws UsageError. */
export function parseMoment(option: string, text: string, now: Date): Date {
  const days = /^(\d{1,4})d$/.exec(text)?.[1]
  if (days) return new Date(now.getTime() + Number(days) * 86_400_000)
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : new Date(NaN)
  if (Number.isNaN(date.getTime()) || !date.toISOString().startsWith(text))
    throw new UsageError(`${option} takes a date such as 2027-01-31 or days such as 90d, not "${text}".`)
  return new Date(date.getTime() + 86_400_000)
}

/** Parses the option `--code`, one of some codes. Throws UsageError. */
export function parseCode<Code extends string>(text: string, codes: readonly Code[]): Code {
  const code = codes.find((each) => each === text)
  if (code === undefined) throw new UsageError(`--code takes one of ${codes.join(', ')}, not "${text}".`)
  return code
}

/** Parses a whole number. Throws UsageError. */
export function parseWholeNumber(option: string, text: string): number {
  if (!/^-?\d{1,12}$/.test(text)) throw new UsageError(`${option} takes a whole number, not "${text}".`)
  return Number(text)
}

export const money = (amount: Money | null): string => (amount ? formatterOf('en').money(amount) : '')

/** Shortens a text to one line for a table. */
export const line = (text: string | null, length = 60): string => {
  const flat = (text ?? '').replace(/\s+/g, ' ').trim()
  return flat.length > length ? `${flat.slice(0, length - 1)}…` : flat
}

/** Formats facts, one per line, without empty ones. */
export const facts = (rows: readonly (readonly [string, string | null])[]): string => {
  const visible = rows.filter((row): row is [string, string] => Boolean(row[1]))
  const width = Math.max(...visible.map(([name]) => name.length))
  return visible.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n')
}

/** A table with a hint for the next page. */
export const paged = (table: string, next: string | null): string =>
  next === null ? table : `${table}\n\nThere are more: --cursor ${next}`
