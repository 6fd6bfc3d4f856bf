import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/**
 * Encryption at rest: AES-256-GCM, bound to the owner of the text, so that it cannot be read as another's. One byte
 * names the format, for key rotation.
 */

const FORMAT = 1
const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts a text for one owner: `decrypt` fails for another one. */
export function encrypt(key: Buffer, owner: string, text: string): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(FORMAT), iv, cipher.getAuthTag(), sealed])
}

/** Decrypts a text. Throws for another key, changed bytes or another owner. */
export function decrypt(key: Buffer, owner: string, sealed: Buffer): string {
  if (sealed[0] !== FORMAT) throw new Error(`Unknown format ${sealed[0]} of an encrypted text.`)
  const iv = sealed.subarray(1, 1 + IV_BYTES)
  const tag = sealed.subarray(1 + IV_BYTES, 1 + IV_BYTES + TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner)).setAuthTag(tag)
  return Buffer.concat([decipher.update(sealed.subarray(1 + IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
}
