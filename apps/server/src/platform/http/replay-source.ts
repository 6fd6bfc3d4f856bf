import type { Operation } from '@fettle/protocol'
import * as z from 'zod/mini'

/** What a write came to is read where everybody reads it: at the page of the thing it was about. */

type Schema = z.core.$ZodType

interface ReplaySource {
  operation: Operation
  /** What the page is asked with, by what the write was. */
  paramsOf(params: Record<string, string>): Record<string, string>
}

/** Whether an operation reads something by its address alone. */
export const isResourceGet = ({ method, produces, query }: Operation): boolean =>
  method === 'GET' && !produces && (!query || z.safeParse(query, {}).success)

/** Whether all there is to answer is that it was done. */
export const hasEmptyResponse = ({ returns }: Operation): boolean =>
  Object.keys(fieldsOf(returns) ?? { '?': null }).length === 0

/**
 * The page that says all that a write answers: the nearest on the way to where the write goes. `made` is the id of what the
 * write has made: the thing to be shown, where it is of the kind that the page shows. Undefined where no page says it all.
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

/** Whether an id can be what a page is of. */
function matchesId({ path, params }: Operation, id: string): boolean {
  const [, name] = /:(\w+)$/.exec(path) ?? []
  const schema = name === undefined || !params ? undefined : fieldsOf(params)?.[name]
  return schema !== undefined && z.safeParse(schema, id).success
}

/** Whether a page is on the way to where a write goes, or is that of what it made there. */
function isPathPrefix(page: Operation, steps: readonly string[], made: string | null): boolean {
  const segments = page.path.split('/')
  const isBeyond = segments.length === steps.length + 1 && made !== null && matchesId(page, made)
  return (
    (segments.length <= steps.length || isBeyond) &&
    segments.every((step, at) => at >= steps.length || step === steps[at])
  )
}

/** Whether all that an answer says is said by a page too: it is the same, or the page's grew out of it. */
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
