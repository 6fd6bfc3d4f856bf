import type { Operation } from '@fettle/protocol'
import * as z from 'zod/mini'

/**
 * Finds the GET whose response contains that of a write, so that a write repeated after a crash can be answered from
 * it.
 */

type Schema = z.core.$ZodType

interface ReplaySource {
  operation: Operation
  /** Path parameters of the GET, by those of the write. */
  paramsOf(params: Record<string, string>): Record<string, string>
}

/** Whether an operation reads a resource by its path alone. */
export const isResourceGet = ({ method, produces, query }: Operation): boolean =>
  method === 'GET' && !produces && (!query || z.safeParse(query, {}).success)

/** Whether the response carries no data. */
export const hasEmptyResponse = ({ returns }: Operation): boolean =>
  Object.keys(fieldsOf(returns) ?? { '?': null }).length === 0

/**
 * The GET that returns everything the write returns: the nearest on the write's path. `made` is the id of what the
 * write created, if the GET reads that kind. Undefined: none returns everything.
 */
export function findReplaySource(
  write: Operation,
  pages: readonly Operation[],
  made: string | null,
): ReplaySource | undefined {
  const steps = write.path.split('/')
  const gone = write.method === 'DELETE' ? write.path : undefined
  const [operation] = pages
    .filter(
      (page) => page.path !== gone && isPathPrefix(page, steps, made) && containsFields(page.returns, write.returns),
    )
    .toSorted((one, other) => other.path.length - one.path.length)
  if (!operation) return undefined
  const names = paramNamesIn(operation)
  const shown = made !== null && matchesId(operation, made) ? { [names.at(-1) ?? '']: made } : {}
  return {
    operation,
    paramsOf: (params) => Object.fromEntries(names.map((name) => [name, shown[name] ?? params[name] ?? ''])),
  }
}

const paramNamesIn = ({ path }: Operation) => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)

/** Whether an id fits the resource of a GET. */
function matchesId({ path, params }: Operation, id: string): boolean {
  const [, name] = /:(\w+)$/.exec(path) ?? []
  const schema = name === undefined || !params ? undefined : fieldsOf(params)?.[name]
  return schema !== undefined && z.safeParse(schema, id).success
}

/** Whether a GET's path is a prefix of the write's, or that of what it created there. */
function isPathPrefix(page: Operation, steps: readonly string[], made: string | null): boolean {
  const segments = page.path.split('/')
  const isBeyond = segments.length === steps.length + 1 && made !== null && matchesId(page, made)
  return (
    (segments.length <= steps.length || isBeyond) &&
    segments.every((step, at) => at >= steps.length || step === steps[at])
  )
}

/** Whether a GET's response contains all fields of a write's: the same schema, or one extended from it. */
function containsFields(page: Schema, answer: Schema): boolean {
  if (page === answer) return true
  const [pageFields, answerFields] = [fieldsOf(page), fieldsOf(answer)]
  return (
    pageFields !== undefined &&
    answerFields !== undefined &&
    Object.entries(answerFields).every(([name, field]) => pageFields[name] === field)
  )
}

function fieldsOf(schema: Schema): Record<string, Schema> | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod
  return def.type === 'object' ? def.shape : undefined
}
