/** Parses a channel id from the address, with or without its type. */
export const readCid = (value: string | null): string | undefined => {
  if (!value) return undefined
  return value.includes(':') ? value : `messaging:${value}`
}

/** Message named by the address: `&message=01j…`. */
export function readMessageId(search: URLSearchParams): string | undefined {
  const value = search.get('message') ?? ''
  return /^[\w-]{1,64}$/.test(value) ? value : undefined
}
