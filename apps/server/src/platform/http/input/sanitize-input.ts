import { textIn } from '../../locale/messages.ts'

/** Maximum nesting of lists and objects in input. */
export const MAX_INPUT_DEPTH = 64

/** Input no part of the product accepts: PostgreSQL stores no null characters, and deep nesting exhausts the stack. */
export class UnacceptableInput extends Error {
  readonly reason: 'NULL_CHARACTER' | 'TOO_DEEP'
  /** Path in the input. */
  readonly path: (string | number)[]

  constructor(reason: UnacceptableInput['reason'], path: (string | number)[]) {
    const params = { max: MAX_INPUT_DEPTH }
    super(textIn('en', reason === 'TOO_DEEP' ? { code: 'INPUT_TOO_DEEP', params } : { code: 'NULL_CHARACTER' }))
    this.name = 'UnacceptableInput'
    this.reason = reason
    this.path = path
  }
}

/**
 * Returns the input with well-formed strings: half of a surrogate pair, left by a text cut within an emoji, becomes
 * U+FFFD. Other values than strings, lists and plain objects are returned unchanged. Throws UnacceptableInput for a
 * null character in a string or key, and for nesting beyond MAX_INPUT_DEPTH.
 */
export function sanitizeInput<T>(input: T): T {
  return sanitize(input, []) as T
}

/** `path` is the position of `value`; one shared list, so that nothing is copied per string. */
function sanitize(value: unknown, path: (string | number)[]): unknown {
  if (typeof value === 'string') return sanitizeText(value, path)
  if (typeof value !== 'object' || value === null || !(Array.isArray(value) || isPlain(value))) return value
  if (path.length >= MAX_INPUT_DEPTH) throw new UnacceptableInput('TOO_DEEP', [])
  const sanitizeItem = (key: string | number, item: unknown): unknown => {
    path.push(key)
    const sanitized = sanitize(item, path)
    path.pop()
    return sanitized
  }
  if (Array.isArray(value)) return value.map((item, at) => sanitizeItem(at, item))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [sanitizeText(key, path), sanitizeItem(key, item)]),
  )
}

function sanitizeText(text: string, path: readonly (string | number)[]): string {
  if (text.includes('\0')) throw new UnacceptableInput('NULL_CHARACTER', [...path])
  return text.toWellFormed()
}

/** Whether it was parsed from JSON or a query string, as opposed to bytes or a stream. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null
}
