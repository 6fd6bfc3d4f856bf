/** States that carry a version: of two, the higher one holds, whichever way and in whatever order they come. */
export type Versioned<Value> = Readonly<Record<string, Value>>

/** The same object when it changes nothing. */
export function withNewer<Value extends { readonly version: number }>(
  states: Versioned<Value>,
  key: string,
  value: Value,
): Versioned<Value> {
  const known = states[key]
  return known && known.version >= value.version ? states : { ...states, [key]: value }
}
