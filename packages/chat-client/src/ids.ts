const host = globalThis as unknown as { crypto: { getRandomValues(bytes: Uint8Array): Uint8Array } }

let lastTime = 0
let counter = 0

/** A new message id: an ascending UUIDv7, also within a millisecond and when the clock goes back. */
export function createMessageId(): string {
  const now = Date.now()
  const bytes = host.crypto.getRandomValues(new Uint8Array(10))
  if (now > lastTime) {
    lastTime = now
    counter = ((bytes[0] ?? 0) << 3) | ((bytes[1] ?? 0) & 7)
  } else {
    counter += 1
    if (counter > 0xfff) {
      lastTime += 1
      counter = 0
    }
  }
  const time = lastTime.toString(16).padStart(12, '0')
  const variant = ((bytes[2] ?? 0) & 0x3f) | 0x80
  const tail = [variant, ...bytes.slice(3)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const order = counter.toString(16).padStart(3, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${order}-${tail.slice(0, 4)}-${tail.slice(4)}`
}
