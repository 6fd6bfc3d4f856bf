import type * as z from 'zod/mini'
import type { Issue, IssueCode } from './envelope.ts'

/** `accountName` → `Account name`. */
export function fieldLabel(field: string): string {
  const words = field.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => {
    // In a query, `A,B` stands for a list.
    if (typeof value === 'string' && typeof key === 'number') return value.split(',').filter(Boolean)[key]
    return value !== null && typeof value === 'object' ? (value as Record<PropertyKey, unknown>)[key] : undefined
  }, raw)
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

function codeOf(issue: z.core.$ZodIssue): IssueCode {
  switch (issue.code) {
    case 'too_small':
      return issue.origin === 'number' || issue.origin === 'int' ? 'TOO_SMALL' : 'TOO_SHORT'
    case 'too_big':
      return issue.origin === 'number' || issue.origin === 'int' ? 'TOO_BIG' : 'TOO_LONG'
    case 'unrecognized_keys':
    case 'invalid_value':
      return 'NOT_ALLOWED'
    default:
      return 'INVALID_FORMAT'
  }
}

/** Default message per kind of issue, for schemas without a message. `{0}` is the limit. */
export const defaultMessages: Readonly<Record<IssueCode, string>> = {
  REQUIRED: 'This field is required.',
  INVALID_FORMAT: 'This field is not valid.',
  TOO_SHORT: 'Use at least {0} characters.',
  TOO_LONG: 'Use at most {0} characters.',
  TOO_SMALL: 'Use at least {0}.',
  TOO_BIG: 'Use at most {0}.',
  NOT_ALLOWED: 'This is not allowed here.',
  DUPLICATE: 'This is there already.',
  MISMATCH: 'This does not match.',
}

/** Default messages for lists. */
const listMessages: Partial<Record<IssueCode, string>> = {
  TOO_SHORT: 'Add at least {0}.',
  TOO_LONG: 'Add at most {0}.',
}

const NO_MESSAGE = 'Invalid input'

/**
 * Parser options that leave messages empty, so that `toIssues` words what a schema does not, instead of the library.
 */
export const withoutMessages = { error: () => NO_MESSAGE }

/**
 * Converts zod issues into API issues, one per field; the first wins. `raw` is the parsed input: an absent or blank
 * field becomes REQUIRED. Shared by browser and server.
 */
export function toIssues(error: z.core.$ZodError, raw: unknown): Issue[] {
  const byPath = new Map<string, Issue>()
  for (const problem of error.issues) {
    const path = problem.path.map((key) => (typeof key === 'number' ? key : String(key)))
    const fieldPath = path.join('.')
    if (byPath.has(fieldPath)) continue
    const field = path.findLast((key) => typeof key === 'string') ?? ''
    const code = isEmpty(valueAt(raw, problem.path)) ? 'REQUIRED' : codeOf(problem)
    const issue: Issue = { path, field, code, message: problem.message }
    if (problem.code === 'too_small') issue.minimum = Number(problem.minimum)
    if (problem.code === 'too_big') issue.maximum = Number(problem.maximum)
    if (problem.code === 'invalid_value') issue.allowed = problem.values.map(String)
    if (problem.message === NO_MESSAGE) issue.message = defaultMessage(issue, problem)
    byPath.set(fieldPath, issue)
  }
  return [...byPath.values()]
}

function defaultMessage({ field, code, minimum, maximum }: Issue, problem: z.core.$ZodIssue): string {
  if (code === 'REQUIRED' || code === 'INVALID_FORMAT') {
    const label = field === '' ? 'This' : fieldLabel(field)
    return code === 'REQUIRED' ? `${label} is required.` : `${label} is not valid.`
  }
  if (problem.code === 'invalid_value') return 'Choose one of the options.'
  const isOfList = 'origin' in problem && problem.origin !== 'string'
  const words = (isOfList && listMessages[code]) || defaultMessages[code]
  return words.replace('{0}', String(minimum ?? maximum))
}
