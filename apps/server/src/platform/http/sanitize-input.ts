/** How deep lists and objects may lie within each other in anything that is sent to us. */
export const MAX_INPUT_DEPTH = 64

/** Input that no part of the product can take: PostgreSQL stores no null characters, and deep nesting exhausts the stack. */
export class UnacceptableInput extends Error {
  readonly reason: 'NULL_CHARACTER' | 'TOO_DEEP'
  /** Where it stands in the input. */
  readonly path: (string | number)[]

  constructor(reason: UnacceptableInput['reason'], path: (string | number)[]) {
    super(
      reason === 'TOO_DEEP'
        ? `Nest lists and objects at most ${MAX_INPUT_DEPTH} levels deep.`
        : 'Remove the null character from this text.',
    )
    this.name = 'UnacceptableInput'
    this.reason = reason
    this.path = path
  }
}

/**
 * Returns the input with every text in it well-formed: half of a surrogate pair, as left by a text that was cut in the middle
 * of an emoji, becomes U+FFFD. Whatever is no text, list or plain object is returned as it is.
 * Throws UnacceptableInput for a null character, in a text or a key, and for nesting beyond MAX_INPUT_DEPTH.
 */
export function sanitizeInput<T>(input: T): T {
  return sanitize(input, []) as T
}

/** `path` is where `value` stands; it is the same list all the way down, so that nothing is copied for each text. */
function sanitize(value: unknown, path: (string | number)[]): unknown {
  if (typeof value === 'string') return sanitizeText(value, path)
  if (typeof value !== 'object' || value === null || !(Array.isArray(value) || isPlain(value))) return value
  if (path.length >= MAX_INPUT_DEPTH) throw new UnacceptableInput('TOO_DEEP', [])
  const inside = (key: string | number, item: unknown): unknown => {
    path.push(key)
    const sanitized = sanitize(item, path)
    path.pop()
    return sanitized
  }
  if (Array.isArray(value)) return value.map((item, at) => inside(at, item))
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [sanitizeText(key, path), inside(key, item)]))
}

function sanitizeText(text: string, path: readonly (string | number)[]): string {
  if (text.includes('\0')) throw new UnacceptableInput('NULL_CHARACTER', [...path])
  return text.toWellFormed()
}

/** Whether it is what JSON or a query string is read into, and not bytes or a stream. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null
}
