import type * as z from 'zod/mini'
import type { Issue, IssueCode } from './envelope.ts'

/** `accountName` → `Account name`. */
export function fieldLabel(field: string): string {
  const words = field.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => {
    // In a query `A,B` is the list its schema makes of it.
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

/**
 * Turns a schema's complaints into issues (domain §0), one per field: the first complaint wins. `raw` is what was
 * parsed; an absent or blank field becomes REQUIRED. Browser and server use this alike.
 */
export function toIssues(error: z.core.$ZodError, raw: unknown): Issue[] {
  const byPath = new Map<string, Issue>()
  for (const problem of error.issues) {
    const path = problem.path.map((key) => (typeof key === 'number' ? key : String(key)))
    const place = path.join('.')
    if (byPath.has(place)) continue
    const field = path.findLast((key) => typeof key === 'string') ?? ''
    const required = isEmpty(valueAt(raw, problem.path))
    const issue: Issue = {
      path,
      field,
      code: required ? 'REQUIRED' : codeOf(problem),
      message:
        required && isGeneric(problem.message) ? `${fieldLabel(field)} is required.` : sentence(problem.message, field),
    }
    if (problem.code === 'too_small') issue.minimum = Number(problem.minimum)
    if (problem.code === 'too_big') issue.maximum = Number(problem.maximum)
    byPath.set(place, issue)
  }
  return [...byPath.values()]
}

// What a schema says when nobody gave it words.
const isGeneric = (message: string) => message === 'Invalid input' || message.startsWith('Invalid input:')
const sentence = (message: string, field: string) =>
  isGeneric(message) ? `${fieldLabel(field)} is not valid.` : message
