/**
 * A UUIDv7-shaped message id derived from a key alone, so that a retry after a crash sends the same message, which the
 * chat stores once.
 */
export function messageIdOf(key: Buffer): string {
  const hex = key.toString('hex')
  const variant = ((key[8] ?? 0) & 0x3f) | 0x80
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-${variant.toString(16)}${hex.slice(18, 20)}-${hex.slice(20, 32)}`
}
