import { limits } from '@fettle/protocol/common/limits'
import { inboxSeverities, type InboxSeverity } from '@fettle/protocol/notifications/inbox'
import { isStorable } from '../../platform/db/cursor.ts'
import { sanitizeInput, UnacceptableInput } from '../../platform/http/input/sanitize-input.ts'
import { InboxError, invalidInput } from '../errors.ts'

type Scalar = string | number | boolean | null

/** The value at `path` must equal one of `anyOf`; for a list, any element may match. */
export interface DataTerm {
  path: string[]
  anyOf: Scalar[]
}

/** Filter of notifications. Terms are combined by "and"; absent ones do not filter. */
export interface Criteria {
  read?: boolean
  archived?: boolean
  snoozed?: boolean
  seen?: boolean
  /** At least one tag of every group. */
  tags: string[][]
  data: DataTerm[]
  severity?: InboxSeverity[]
  createdGte?: Date
  createdLte?: Date
}

export interface ListQuery {
  criteria: Criteria
  limit: number
  offset: number
  after: string | undefined
  /** The filter as received, to be returned. */
  echo: Record<string, unknown>
}

const MAX_FILTERS = 30
const MAX_GROUPS = 30
const MAX_TAGS_PER_GROUP = 100
const MAX_TAGS = 200
const MAX_DATA_TEXT = 256
const MAX_DATA_DEPTH = 2
const MAX_DATA_TERMS = 100

/** Whether a value can be a notification id. */
export const isNotificationId = (value: unknown): value is string =>
  typeof value === 'string' && /^ntf_[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(value)

/** Parses the query of the list call: names with brackets, flags as text, data as JSON text. */
export function readListQuery(query: Record<string, unknown>): ListQuery {
  const echo: Record<string, unknown> = {}
  for (const flag of ['read', 'archived', 'snoozed', 'seen'] as const) {
    if (query[flag] !== undefined) echo[flag] = readFlag(query[flag], flag)
  }
  const tags = readQueryTags(query)
  if (tags !== undefined) echo.tags = tags
  if (query.data !== undefined) echo.data = readJson(query.data, 'data')
  if (query['severity[]'] !== undefined) echo.severity = toTexts(query['severity[]'])
  else if (query.severity !== undefined) echo.severity = query.severity
  for (const edge of ['createdGte', 'createdLte'] as const) {
    if (query[edge] !== undefined) echo[edge] = Number(query[edge])
  }
  return {
    criteria: readCriteria(echo),
    limit: readInteger(query.limit, 'limit', { fallback: limits.inboxDefaultLimit, min: 1, max: 100 }),
    offset: readInteger(query.offset, 'offset', { fallback: 0, min: 0, max: 100_000 }),
    after: readAfter(query.after),
    echo,
  }
}

/** Parses the JSON list of filters of the count call. Each is returned as received. */
export function readCountFilters(raw: unknown): { criteria: Criteria; echo: unknown }[] {
  const filters = readJson(raw ?? '[{}]', 'filters')
  if (!Array.isArray(filters)) throw new InboxError(400, 'filters must be a JSON array.')
  if (filters.length > MAX_FILTERS) throw new InboxError(400, `At most ${MAX_FILTERS} filters are allowed.`)
  return filters.map((filter: unknown) => {
    if (!isObject(filter)) throw new InboxError(400, 'Each filter must be an object.')
    return { criteria: readCriteria(filter), echo: filter }
  })
}

/** Parses the body of a bulk call: tags as JSON, data as JSON text within it. */
export function readBulkBody(body: unknown): Criteria {
  const { tags, data } = isObject(body) ? body : {}
  return readCriteria({ tags, data: typeof data === 'string' ? readJson(data, 'data') : data })
}

function readCriteria(filter: Record<string, unknown>): Criteria {
  const flags: Partial<Record<'read' | 'archived' | 'snoozed' | 'seen', boolean>> = {}
  for (const flag of ['read', 'archived', 'snoozed', 'seen'] as const) {
    if (filter[flag] !== undefined && filter[flag] !== null) flags[flag] = readFlag(filter[flag], flag)
  }
  if (flags.read === false && flags.archived === true) {
    throw new InboxError(400, 'Filtering for unread and archived notifications is not supported.')
  }
  const severity = readSeverity(filter.severity)
  const createdGte = readInstant(filter.createdGte, 'createdGte')
  const createdLte = readInstant(filter.createdLte, 'createdLte')
  return {
    ...flags,
    tags: readTags(filter.tags),
    data: readData(filter.data),
    ...(severity ? { severity } : {}),
    ...(createdGte ? { createdGte } : {}),
    ...(createdLte ? { createdLte } : {}),
  }
}

function readFlag(value: unknown, name: string): boolean {
  if (value === true || value === 'true') return true
  if (value === false || value === 'false') return false
  throw invalidInput(`${name} must be true or false.`)
}

function readInteger(
  value: unknown,
  name: string,
  { fallback, min, max }: { fallback: number; min: number; max: number },
): number {
  if (value === undefined) return fallback
  const number = Number(value)
  if (!Number.isInteger(number) || number < min || number > max) {
    throw invalidInput(`${name} must be a whole number from ${min} to ${max}.`)
  }
  return number
}

function readAfter(value: unknown): string | undefined {
  if (value === undefined || value === '') return undefined
  if (!isNotificationId(value)) throw invalidInput('after must be the id of a notification.')
  return value
}

function readInstant(value: unknown, name: string): Date | undefined {
  if (value === undefined || value === null) return undefined
  const at = new Date(Number(value))
  if (!isStorable(at)) throw invalidInput(`${name} must be milliseconds since 1970.`)
  return at
}

function readSeverity(value: unknown): InboxSeverity[] | undefined {
  if (value === undefined || value === null) return undefined
  const values: unknown[] = Array.isArray(value) ? value : [value]
  const severities = values.filter((item): item is InboxSeverity => inboxSeverities.includes(item as InboxSeverity))
  if (severities.length < values.length) throw invalidInput(`severity must be one of ${inboxSeverities.join(', ')}.`)
  return severities.length > 0 ? severities : undefined
}

/** `tags[]=a` is one group; `tags[0][]=a&tags[1][]=b` are several. The HTTP server leaves such names as they are. */
function readQueryTags(query: Record<string, unknown>): unknown {
  const flat = query['tags[]'] ?? query.tags
  if (flat !== undefined) return toTexts(flat)
  const groups = Object.keys(query)
    .map((name) => ({ name, index: /^tags\[(\d{1,3})\]\[(?:\d{0,3})\]$/.exec(name)?.[1] }))
    .filter((group) => group.index !== undefined)
    .sort((a, b) => Number(a.index) - Number(b.index))
  if (groups.length === 0) return undefined
  const byIndex = new Map<string, string[]>()
  for (const { name, index = '' } of groups)
    byIndex.set(index, [...(byIndex.get(index) ?? []), ...toTexts(query[name])])
  return { and: [...byIndex.values()].map((or) => ({ or })) }
}

const toTexts = (value: unknown) => (Array.isArray(value) ? value : [value]).map(String)

function readTags(raw: unknown): string[][] {
  if (raw === undefined || raw === null) return []
  const groups = Array.isArray(raw) ? [raw] : readGroups(raw, 'tag')
  if (!groups) throw invalidInput('Tags must be a list, { or: [...] } or { and: [{ or: [...] }] }.')
  if (groups.length > MAX_GROUPS) throw invalidInput(`At most ${MAX_GROUPS} tag groups are allowed.`)
  for (const group of groups) {
    if (!group.every((tag): tag is string => typeof tag === 'string')) throw invalidInput('Tags must be texts.')
    if (group.length > MAX_TAGS_PER_GROUP)
      throw invalidInput(`At most ${MAX_TAGS_PER_GROUP} tags are allowed in a group.`)
  }
  if (groups.flat().length > MAX_TAGS) throw invalidInput(`At most ${MAX_TAGS} tags are allowed.`)
  return (groups as string[][]).filter((group) => group.length > 0)
}

/** The groups of `{ or: [...] }` or `{ and: [{ or: [...] }] }`. Undefined: it is neither. */
function readGroups(value: unknown, kind: 'tag' | 'data'): unknown[][] | undefined {
  const [name, items] = soleEntry(value) ?? []
  if (!Array.isArray(items)) return undefined
  if (name === 'or') return [items]
  if (name !== 'and') return undefined
  return items.map((item) => {
    const [or, group] = soleEntry(item) ?? []
    if (or !== 'or' || !Array.isArray(group) || group.length === 0)
      throw invalidInput(`Each ${kind} group must be { or: [...] }.`)
    return group
  })
}

function readData(raw: unknown): DataTerm[] {
  if (raw === undefined || raw === null) return []
  if (!isObject(raw)) throw new InboxError(400, 'data must be an object.')
  const terms = readDataEntries(raw, [])
  if (terms.length > MAX_DATA_TERMS) throw invalidInput('data asks for too much.')
  return terms
}

function readDataEntries(entries: Record<string, unknown>, path: string[]): DataTerm[] {
  if (path.length >= MAX_DATA_DEPTH) throw invalidInput(`data may be ${MAX_DATA_DEPTH} levels deep.`)
  return Object.entries(entries).flatMap(([key, value]) => {
    if (/^[$.]|^(__proto__|constructor|prototype)$/.test(key) || key.length > MAX_DATA_TEXT) {
      throw invalidInput('data has a key that is not allowed.')
    }
    const fullPath = [...path, key]
    if (isObject(value) && !('or' in value) && !('and' in value)) return readDataEntries(value, fullPath)
    return readDataGroups(value).map((anyOf) => ({ path: fullPath, anyOf }))
  })
}

function readDataGroups(value: unknown): Scalar[][] {
  if (value === undefined) return []
  const groups = isObject(value) ? readGroups(value, 'data') : [Array.isArray(value) ? value : [value]]
  if (!groups) throw invalidInput('data has a value that is not allowed.')
  return groups.flatMap(toGroup)
}

function toGroup(values: unknown[]): Scalar[][] {
  for (const value of values) {
    if (value !== null && !['string', 'number', 'boolean'].includes(typeof value)) {
      throw invalidInput('data may ask for texts, numbers, booleans and null.')
    }
    if (typeof value === 'string' && value.length > MAX_DATA_TEXT) {
      throw invalidInput(`data texts may have at most ${MAX_DATA_TEXT} characters.`)
    }
  }
  if (values.length > MAX_DATA_TERMS) throw invalidInput('data asks for too much.')
  return values.length > 0 ? [values as Scalar[]] : []
}

function readJson(value: unknown, name: string): unknown {
  try {
    return typeof value === 'string' ? sanitizeInput(JSON.parse(value)) : value
  } catch (error) {
    if (error instanceof UnacceptableInput) throw error
    throw new InboxError(400, `${name} must be JSON.`)
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function soleEntry(value: unknown): [string, unknown] | undefined {
  const entries = isObject(value) ? Object.entries(value) : []
  return entries.length === 1 ? entries[0] : undefined
}
