import { hkdfSync, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnvironment, type Config } from './config.ts'
import { errorCodeOf, StartError } from './start-error.ts'

const SECRETS_FILE = 'secrets.json'

/** Secrets that never leave the server. */
export interface Secrets {
  /** Key for hashes of one-time and recovery codes. */
  hashPepper: string
  /** Signs file addresses. */
  fileUrlKey: string
  /** Signs chat tokens (HS256). */
  chatSecret: string
  /** Public identifier of the chat app, derived with its secret. */
  chatAppKey: string
  /** Key of the inbox's subscriber hashes. */
  inboxSecret: string
  /** Public identifier of the inbox. */
  inboxApplicationIdentifier: string
  /** Encrypts bank details: 32 bytes, AES-256. */
  bankKey: Buffer
  /** Encrypts secrets of authenticator apps: 32 bytes, AES-256. */
  secondFactorKey: Buffer
  /** Signs contract certificates: an Ed25519 key of 32 bytes. */
  contractKey: Buffer
  /** Key from which secrets of webhook endpoints are derived. */
  webhookKey: Buffer
  /** Encrypts the addresses of external calendars: 32 bytes, AES-256. */
  calendarKey: Buffer
  /** Encrypts stored responses of writes with an idempotency key: 32 bytes, AES-256. */
  responseKey: Buffer
  /** Signs unsubscribe links. */
  mailLinkKey: string
  /** Signs web push without `VAPID_*`: a P-256 key. */
  vapidPrivateKey: string
}

/**
 * Loads the master secret, which is created once in the data folder and readable by us alone. All others are derived
 * from it, so that a new one does not change that file. Several machines share it through `FETTLE_SECRET`; single
 * secrets can be overridden, to rotate one without the others.
 */
export function loadSecrets(config: Config, raw: Record<string, string | undefined> = process.env): Secrets {
  const env = parseEnvironment(raw)
  const secrets = deriveSecrets(env.FETTLE_SECRET ?? readMaster(config.dataDir))
  return {
    ...secrets,
    ...(env.CHAT_SECRET && env.CHAT_APP_KEY && { chatSecret: env.CHAT_SECRET, chatAppKey: env.CHAT_APP_KEY }),
    ...(env.INBOX_SECRET &&
      env.INBOX_APPLICATION_IDENTIFIER && {
        inboxSecret: env.INBOX_SECRET,
        inboxApplicationIdentifier: env.INBOX_APPLICATION_IDENTIFIER,
      }),
    ...(env.BANK_KEY && { bankKey: Buffer.from(env.BANK_KEY, 'hex') }),
    ...(env.CONTRACT_KEY && { contractKey: Buffer.from(env.CONTRACT_KEY, 'hex') }),
  }
}

/** The master secret of an installation: `FETTLE_SECRET`, or the one in the data folder. Undefined: it has none. */
export const findMaster = (dataDir: string, raw: Record<string, string | undefined>): string | undefined =>
  parseEnvironment(raw).FETTLE_SECRET ?? existingMaster(join(dataDir, SECRETS_FILE))

/** Derives all secrets from a master secret. Tests use a fixed one. */
export function deriveSecrets(master: string): Secrets {
  const derive = (name: string, bytes = 32) => Buffer.from(hkdfSync('sha256', master, 'fettle', name, bytes))
  return {
    hashPepper: derive('hash pepper').toString('base64url'),
    fileUrlKey: derive('file url').toString('base64url'),
    chatSecret: derive('chat secret').toString('base64url'),
    chatAppKey: derive('chat app key', 6).toString('hex'),
    inboxSecret: derive('inbox secret').toString('base64url'),
    inboxApplicationIdentifier: derive('inbox application', 9).toString('base64url'),
    bankKey: derive('bank details'),
    secondFactorKey: derive('second factors'),
    contractKey: derive('contract certificates'),
    webhookKey: derive('webhook secrets'),
    calendarKey: derive('calendar addresses'),
    responseKey: derive('stored responses'),
    mailLinkKey: derive('mail links').toString('base64url'),
    vapidPrivateKey: derive('web push').toString('base64url'),
  }
}

function readMaster(dataDir: string): string {
  const file = join(dataDir, SECRETS_FILE)
  try {
    return existingMaster(file) ?? createMaster(dataDir, file)
  } catch (error) {
    if (error instanceof StartError) throw error
    const code = errorCodeOf(error) ?? String(error)
    throw new StartError(
      `Cannot write to the data folder ${dataDir} (${code}). Make it writable or choose another with FETTLE_DATA_DIR.`,
      { cause: error },
    )
  }
}

function existingMaster(file: string): string | undefined {
  let content: string
  try {
    content = readFileSync(file, 'utf8')
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return undefined
    throw error
  }
  const master = masterIn(content)
  // A new master secret would silently lose every encrypted field.
  if (!master)
    throw new StartError(`${file} is damaged. Restore it from a backup, or set FETTLE_SECRET to the value it held.`)
  return master
}

function masterIn(content: string): string | undefined {
  try {
    const { master } = JSON.parse(content) as { master?: unknown }
    return typeof master === 'string' && master.length >= 32 ? master : undefined
  } catch {
    return undefined
  }
}

/** Stores a master secret where the data folder has none. Returns the one it has then. */
export function createMaster(dataDir: string, file = join(dataDir, SECRETS_FILE), master = newMaster()): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  const draft = `${file}.${process.pid}.tmp`
  const handle = openSync(draft, 'w', 0o600)
  writeSync(handle, `${JSON.stringify({ note: 'Keep this file secret and with your backups.', master }, null, 2)}\n`)
  fsyncSync(handle)
  closeSync(handle)
  try {
    // Unlike a rename, a link never replaces a file another process created first.
    linkSync(draft, file)
    return master
  } catch (error) {
    if (errorCodeOf(error) === 'EEXIST') return existingMaster(file) ?? master
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

const newMaster = () => randomBytes(48).toString('base64url')
