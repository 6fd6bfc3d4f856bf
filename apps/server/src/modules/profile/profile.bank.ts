import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

/**
 * Encryption of account numbers at rest: AES-256-GCM, bound to the owner. One byte names the format, for key rotation.
 */

const FORMAT = 1
const IV_BYTES = 12
const TAG_BYTES = 16

export function encryptAccountNumber(key: Buffer, ownerId: string, accountNumber: string): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(ownerId))
  const sealed = Buffer.concat([cipher.update(accountNumber, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(FORMAT), iv, cipher.getAuthTag(), sealed])
}

/** Decrypts an account number. Throws for another key, changed bytes or another owner. */
export function decryptAccountNumber(key: Buffer, ownerId: string, sealed: Buffer): string {
  if (sealed[0] !== FORMAT) throw new Error(`Unknown format ${sealed[0]} of an encrypted account number.`)
  const iv = sealed.subarray(1, 1 + IV_BYTES)
  const tag = sealed.subarray(1 + IV_BYTES, 1 + IV_BYTES + TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(ownerId)).setAuthTag(tag)
  return Buffer.concat([decipher.update(sealed.subarray(1 + IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
}

/** A keyed hash that is equal for equal accounts, whoever owns them, and does not reveal the account. */
export const bankFingerprint = (
  key: Buffer,
  account: { country: string; bankCode: string | null; accountNumber: string },
): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify([account.country, account.bankCode, account.accountNumber]))
    .digest()
