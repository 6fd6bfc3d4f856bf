/** Ids are ignored: the server may have given some since. */
const textOf = (value: unknown) => JSON.stringify(value, (key, member: unknown) => (key === 'id' ? undefined : member))

/** Takes back what applying a template changed, except in fields that were written since. */
export function withoutTemplate<Content extends object>(latest: Content, before: Content, applied: Content): Content {
  const restored = { ...latest }
  for (const field of Object.keys(applied) as (keyof Content)[])
    if (applied[field] !== before[field] && textOf(latest[field]) === textOf(applied[field]))
      restored[field] = before[field]
  return restored
}
