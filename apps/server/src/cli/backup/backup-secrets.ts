import { randomBytes, scryptSync } from 'node:crypto'
import { decrypt, encrypt } from '../../platform/crypto/encryption.ts'
import { StartError } from '../../platform/start-error.ts'

/** Secrets that may be set in the environment instead of being derived from the master secret. */
export const secretSettings = [
  'CHAT_APP_KEY',
  'CHAT_SECRET',
  'INBOX_APPLICATION_IDENTIFIER',
  'INBOX_SECRET',
  'BANK_KEY',
  'CONTRACT_KEY',
  'VAPID_PUBLIC_KEY',
  'VAPID_PRIVATE_KEY',
  'VAPID_SUBJECT',
] as const

export interface BackupSecrets {
  master: string
  /** Further secrets, by environment variable. */
  settings: Record<string, string>
}

const OWNER = 'backup secrets'
const SALT_BYTES = 16
/** 64 MiB for each guess of a passphrase. */
const SCRYPT = { N: 65_536, r: 8, p: 1, maxmem: 128 * 1024 * 1024 }

const keyOf = (passphrase: string, salt: Buffer) => scryptSync(passphrase.normalize('NFC'), salt, 32, SCRYPT)

/** Encrypts the secrets of an installation with a passphrase. */
export function sealSecrets(passphrase: string, secrets: BackupSecrets): Buffer {
  const salt = randomBytes(SALT_BYTES)
  return Buffer.concat([salt, encrypt(keyOf(passphrase, salt), OWNER, JSON.stringify(secrets))])
}

/** Throws a `StartError` for another passphrase or a changed file. */
export function openSecrets(passphrase: string, sealed: Buffer): BackupSecrets {
  try {
    const key = keyOf(passphrase, sealed.subarray(0, SALT_BYTES))
    return JSON.parse(decrypt(key, OWNER, sealed.subarray(SALT_BYTES))) as BackupSecrets
  } catch (error) {
    throw new StartError(
      'The secrets of the backup cannot be decrypted. Set FETTLE_BACKUP_PASSPHRASE to the passphrase it was made with.',
      { cause: error },
    )
  }
}
