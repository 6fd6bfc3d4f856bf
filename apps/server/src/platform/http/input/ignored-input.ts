const NAMED_AT_MOST = 20

/**
 * Names what was sent in the query or body and is not read, such as `body.price.amout`: schemas drop fields they do not
 * know. The response lists it in `meta.ignored`, so that a misspelt name does not go unnoticed. At most 20 names.
 */
export function ignoredInput(
  sent: { query: unknown; body: unknown },
  read: { query?: unknown; body?: unknown },
): readonly string[] {
  const names = (['query', 'body'] as const).flatMap((part) => [...droppedNames(sent[part], read[part] ?? {}, part)])
  return names.slice(0, NAMED_AT_MOST)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !(value instanceof Date)

/** Paths that `sent` has and `read` lacks. What a schema turned into another type counts as read. */
function* droppedNames(sent: unknown, read: unknown, path: string): Generator<string> {
  if (!isObject(sent) || !isObject(read) || Array.isArray(sent) !== Array.isArray(read)) return
  for (const [name, value] of Object.entries(sent)) {
    if (name in read) yield* droppedNames(value, read[name], `${path}.${name}`)
    else yield `${path}.${name}`
  }
}
