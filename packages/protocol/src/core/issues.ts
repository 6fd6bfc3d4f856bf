import type * as z from 'zod/mini'
import type { Issue, IssueCode } from './envelope.ts'
import { issueText, withLimits, type IssueMessageCode } from './issue-text.ts'

function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => {
    // In a query, `A,B` stands for a list.
    if (typeof value === 'string' && typeof key === 'number') return value.split(',').filter(Boolean)[key]
    return value !== null && typeof value === 'object' ? (value as Record<PropertyKey, unknown>)[key] : undefined
  }, raw)
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

function issueCodeOf(issue: z.core.$ZodIssue): IssueCode {
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

/** Messages of checks without their own. */
const defaultMessages: Readonly<Record<IssueCode, IssueMessageCode>> = {
  REQUIRED: 'FIELD_REQUIRED',
  INVALID_FORMAT: 'FIELD_INVALID',
  TOO_SHORT: 'MIN_CHARACTERS',
  TOO_LONG: 'MAX_CHARACTERS',
  TOO_SMALL: 'MIN_NUMBER',
  TOO_BIG: 'MAX_NUMBER',
  NOT_ALLOWED: 'FIELD_NOT_ALLOWED',
  DUPLICATE: 'FIELD_REPEATED',
  MISMATCH: 'FIELD_MISMATCH',
}

/** Messages for lists, where they differ from those for texts and numbers. */
const listMessages: Partial<Record<IssueCode, IssueMessageCode>> = {
  TOO_SHORT: 'MIN_ENTRIES',
  TOO_LONG: 'MAX_ENTRIES',
}

const NO_MESSAGE = 'Invalid input'

/** Parser options that leave messages empty, so that `toIssues` gives the message of a check without its own. */
export const withoutMessages = { error: () => NO_MESSAGE }

/**
 * Converts zod issues into API issues, one per field; the first wins. `raw` is the parsed input: an absent or blank
 * field becomes REQUIRED. Messages are still codes (`issueText`). Shared by browser and server.
 */
export function toIssues(error: z.core.$ZodError, raw: unknown): Issue[] {
  const byPath = new Map<string, Issue>()
  for (const problem of error.issues) {
    const path = problem.path.map((key) => (typeof key === 'number' ? key : String(key)))
    const fieldPath = path.join('.')
    if (byPath.has(fieldPath)) continue
    const field = path.findLast((key) => typeof key === 'string') ?? ''
    const code = isEmpty(valueAt(raw, problem.path)) ? 'REQUIRED' : issueCodeOf(problem)
    const issue: Issue = { path, field, code, message: problem.message }
    if (problem.code === 'too_small') issue.minimum = Number(problem.minimum)
    if (problem.code === 'too_big') issue.maximum = Number(problem.maximum)
    if (problem.code === 'invalid_value') issue.allowed = problem.values.map(String)
    issue.message = withLimits(
      problem.message === NO_MESSAGE ? defaultMessage(issue.code, problem) : problem.message,
      limitsOf(issue),
    )
    byPath.set(fieldPath, issue)
  }
  return [...byPath.values()]
}

function defaultMessage(code: IssueCode, problem: z.core.$ZodIssue): string {
  if (code !== 'REQUIRED' && problem.code === 'invalid_value') return issueText('CHOICE_REQUIRED')
  const isOfList = 'origin' in problem && problem.origin !== 'string'
  return issueText((isOfList ? listMessages[code] : undefined) ?? defaultMessages[code])
}

const limitsOf = ({ minimum, maximum }: Issue): Record<string, number> => ({
  ...(minimum !== undefined && { min: minimum }),
  ...(maximum !== undefined && { max: maximum }),
})
