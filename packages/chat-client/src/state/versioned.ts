/** States with a version: the higher one wins in any order. */
export type Versioned<Value> = Readonly<Record<string, Value>>

/** Returns the same object if nothing changes. */
export function withNewer<Value extends { readonly version: number }>(
  states: Versioned<Value>,
  key: string,
  value: Value,
): Versioned<Value> {
  const current = states[key]
  return current && current.version >= value.version ? states : { ...states, [key]: value }
}
