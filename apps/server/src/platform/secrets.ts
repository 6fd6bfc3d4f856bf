import { hkdfSync, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnvironment, type Config } from './config.ts'
import { codeOf, StartError } from './start-error.ts'

/** What must never leave the server. */
export interface Secrets {
  /** Key of the hashes of session tokens and one-time codes. */
  hashPepper: string
  /** Signs addresses of files. */
  fileUrlKey: string
  /** Signs chat tokens (HS256). */
  chatSecret: string
  /** Names the chat app: public, but made with the secret it belongs to. */
  chatAppKey: string
  /** Makes subscriber hashes of the inbox. */
  inboxSecret: string
  /** Names the inbox: public. */
  inboxApplicationIdentifier: string
  /** Encrypts bank details: 32 bytes, AES-256. */
  bankKey: Buffer
  /** Signs the certificates of contracts: an Ed25519 key of 32 bytes. */
  contractKey: Buffer
  /** What the secrets of webhook endpoints are made from. */
  webhookKey: Buffer
  /** Signs the links by which mails are stopped. */
  mailLinkKey: string
  /** Signs web push where `VAPID_*` is not set: a P-256 key. */
  vapidPrivateKey: string
}

/**
 * One master secret is made once and kept in the data folder, readable by us alone; all others are derived from
 * it, so that a new one needs no change of that file. Several machines share it through `FETTLE_SECRET`, and single
 * secrets can be given, to replace one without the others.
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

/** All secrets of a master secret: the same master, the same secrets. Tests use it with a fixed one. */
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
    contractKey: derive('contract certificates'),
    webhookKey: derive('webhook secrets'),
    mailLinkKey: derive('mail links').toString('base64url'),
    vapidPrivateKey: derive('web push').toString('base64url'),
  }
}

function readMaster(dataDir: string): string {
  const file = join(dataDir, 'secrets.json')
  try {
    return existingMaster(file) ?? createMaster(dataDir, file)
  } catch (error) {
    if (error instanceof StartError) throw error
    const code = codeOf(error) ?? String(error)
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
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
  const master = masterIn(content)
  // Making a new one would silently log everybody out and lose every encrypted field.
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

function createMaster(dataDir: string, file: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  const draft = `${file}.${process.pid}.tmp`
  const master = randomBytes(48).toString('base64url')
  const handle = openSync(draft, 'w', 0o600)
  writeSync(handle, `${JSON.stringify({ note: 'Keep this file secret and with your backups.', master }, null, 2)}\n`)
  fsyncSync(handle)
  closeSync(handle)
  try {
    // Unlike a rename, a link never replaces what another process made first.
    linkSync(draft, file)
    return master
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return existingMaster(file) ?? master
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}
