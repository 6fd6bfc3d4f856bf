import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { countryCodes } from '@fettle/protocol/common/countries'
import { z } from 'zod'
import { StartError } from './start-error.ts'

export const roles = ['web', 'api', 'chat', 'inbox', 'worker'] as const
export type Role = (typeof roles)[number]

const nodeEnvironments = ['production', 'development', 'test'] as const

const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const

/** Root of the clone or the installation, found from the sources as well as from the bundle. */
export const rootDir = findRoot(import.meta.dirname)

function findRoot(folder: string): string {
  return existsSync(join(folder, 'apps/server/package.json')) ? folder : findRoot(dirname(folder))
}

export class ConfigError extends StartError {
  override name = 'ConfigError'
}

/** For demos: no mail server accepts mails of this domain. */
export const DEFAULT_MAIL_FROM = 'Fettle <no-reply@fettle.test>'

const text = () => z.string().trim()
const oneOf = (names: readonly string[]) => `must be one of ${names.join(', ')}`
const whole = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`
  return z.coerce.number(message).int(message).min(min, message).max(max, message)
}
const onOff = () =>
  z
    .enum(['on', 'off', 'true', 'false', '1', '0'], 'must be on or off')
    .transform((value) => ['on', 'true', '1'].includes(value))
const url = (example: string, ...schemes: string[]) =>
  text().refine(
    (value) => URL.canParse(value) && schemes.includes(new URL(value).protocol),
    `must look like ${example}`,
  )

/** Values separated by commas. */
const listOf = <Item extends z.ZodType<unknown, string>>(item: Item) =>
  text()
    .transform((value) => value.split(',').map((part) => part.trim()))
    .pipe(z.array(item))

const postgresUrl = () => url('postgres://user:password@host:5432/database', 'postgres:', 'postgresql:')

/** One HTTPS host, without a path or a wildcard. */
const isHttpsOrigin = (value: string) => /^https:\/\/[a-z0-9.-]+(:\d+)?$/i.test(value) && URL.canParse(value)

/** An address, or a name and an address in angle brackets. */
const isSender = (value: string) => /^(?:[^<>]*<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/.test(value)

const proxyNames = new Set(['loopback', 'linklocal', 'uniquelocal'])
const isProxy = (name: string) => {
  const [address = '', prefixLength] = name.split('/')
  const family = isIP(address)
  return (
    proxyNames.has(name) ||
    (family > 0 &&
      (prefixLength === undefined ||
        (/^\d{1,3}$/.test(prefixLength) && Number(prefixLength) <= (family === 4 ? 32 : 128))))
  )
}

/** Former socket addresses of Novu's cloud. Its client connects to these instead, so browsers must be allowed to. */
const novuSocketUrls: Readonly<Record<string, string>> = {
  'https://ws.novu.co': 'wss://socket.novu.co',
  'https://eu.ws.novu.co': 'wss://eu.socket.novu.co',
}

/** Every environment variable. `.env.example` lists the same; a test keeps both in step. */
const environment = z.object({
  FETTLE_ROLES: listOf(z.enum(roles, `${oneOf(roles)}, or several with commas`)).optional(),
  PORT: whole(0, 65535).default(4310),
  HOST: text().default('127.0.0.1'),
  PUBLIC_URL: url('https://desk.example.com', 'http:', 'https:')
    .refine(
      (value) => URL.canParse(value) && new URL(value).pathname === '/' && !/[?#]/.test(value),
      'must be an address without a path, such as https://desk.example.com',
    )
    .optional(),
  CORS_ORIGINS: listOf(
    z
      .string()
      .refine(
        (value) => URL.canParse(value) && new URL(value).origin === value && /^https?:/.test(value),
        'must be origins without a path, such as https://app.example.com, separated by commas',
      ),
  ).optional(),
  SHUTDOWN_DELAY_SECONDS: whole(0, 300).default(0),
  // Anything but `production` opens the outbox, so a misspelt value must not start.
  NODE_ENV: text()
    .pipe(z.enum(nodeEnvironments, oneOf(nodeEnvironments)))
    .optional(),
  FETTLE_DATA_DIR: text().optional(),
  FETTLE_DEMO: onOff().optional(),
  FETTLE_SIMULATOR: onOff().optional(),
  FETTLE_WEB_DIST: text().optional(),
  DATABASE_URL: postgresUrl().optional(),
  DATABASE_POOL_SIZE: whole(4, 200).default(10),
  DATABASE_DIRECT_URL: postgresUrl().optional(),
  DATABASE_REPLICA_URL: postgresUrl().optional(),
  CHAT_DATABASE_URL: postgresUrl().optional(),
  INBOX_DATABASE_URL: postgresUrl().optional(),
  DATABASE_PREPARED_STATEMENTS: onOff().default(true),
  REDIS_URL: url('redis://host:6379', 'redis:', 'rediss:').optional(),
  CHAT_URL: url('http://chat.internal:4310', 'http:', 'https:').optional(),
  TRUST_PROXY: text()
    .refine(
      (value) => value.split(',').every((name) => isProxy(name.trim())),
      'must name your proxies: addresses or networks with commas (10.0.0.0/8), or loopback',
    )
    .optional(),
  SMTP_URL: url('smtps://user:password@mail.example.com:465', 'smtp:', 'smtps:').optional(),
  MAIL_FROM: text().refine(isSender, 'must be an address such as Fettle <desk@example.com>').default(DEFAULT_MAIL_FROM),
  SMS_URL: url('https://sms.example.com/send', 'http:', 'https:').optional(),
  SMS_TOKEN: text().optional(),
  SMS_FROM: text().optional(),
  VAPID_PUBLIC_KEY: text()
    .regex(/^[A-Za-z0-9_-]{87}$/, 'must be the public key that `npx web-push generate-vapid-keys` prints')
    .optional(),
  VAPID_PRIVATE_KEY: text()
    .regex(/^[A-Za-z0-9_-]{43}$/, 'must be the private key that `npx web-push generate-vapid-keys` prints')
    .optional(),
  VAPID_SUBJECT: url('mailto:desk@example.com', 'mailto:', 'https:').optional(),
  GOOGLE_CLIENT_ID: text().optional(),
  GOOGLE_CLIENT_SECRET: text().optional(),
  GOOGLE_ISSUER: url('https://accounts.google.com', 'http:', 'https:').default('https://accounts.google.com'),
  NOVU_APPLICATION_IDENTIFIER: text().optional(),
  NOVU_SECRET_KEY: text().optional(),
  NOVU_API_URL: url('https://api.novu.co', 'http:', 'https:').default('https://api.novu.co'),
  NOVU_SOCKET_URL: url('wss://socket.novu.co', 'http:', 'https:', 'ws:', 'wss:')
    .transform((value) => novuSocketUrls[value.replace(/\/$/, '')] ?? value)
    .default('wss://socket.novu.co'),
  S3_BUCKET: text().optional(),
  S3_REGION: text().default('us-east-1'),
  S3_ENDPOINT: url('https://s3.example.com', 'http:', 'https:').optional(),
  S3_ACCESS_KEY_ID: text().optional(),
  S3_SECRET_ACCESS_KEY: text().optional(),
  METRICS_TOKEN: text().min(16, 'must have at least 16 characters').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http://localhost:4318', 'http:', 'https:').optional(),
  LOG_LEVEL: z.enum(logLevels, oneOf(logLevels)).default('info'),
  DEFAULT_COUNTRY: text()
    .refine((value) => countryCodes.includes(value), 'must be a country code of two capital letters, such as NG')
    .default('NG'),
  PASSWORD_MIN_LENGTH: whole(8, 64).default(8),
  TERMS_VERSION: text().max(40, 'must have at most 40 characters').optional(),
  TERMS_URL: url('https://example.com/terms', 'http:', 'https:').optional(),
  REQUIRE_IDENTITY_DOCUMENT: onOff().default(false),
  API_CALLS_PER_MINUTE: whole(1, 1_000_000).optional(),
  CHAT_USER_GROUPS: onOff().default(false),
  CHAT_RATE_LIMIT_FACTOR: whole(1, 1_000_000).default(1),
  CLAMD_URL: url('tcp://localhost:3310', 'tcp:').optional(),
  MAP_TILE_URL: url('https://tiles.example.com/{z}/{x}/{y}.png', 'http:', 'https:')
    .refine(
      (value) => ['{z}', '{x}', '{y}'].every((part) => value.includes(part)),
      'must have {z}, {x} and {y} in it, such as https://tiles.example.com/{z}/{x}/{y}.png',
    )
    .refine((value) => !/^\w+:\/\/[^/]*\{/.test(value), 'must name one host: no {s} in it')
    .optional(),
  MAP_ATTRIBUTION: text().max(200, 'must have at most 200 characters').optional(),
  CUSTOMER_PHOTO_ORIGINS: listOf(
    z.string().refine(isHttpsOrigin, 'must be origins separated by commas, such as https://photos.example.com'),
  ).optional(),
  FETTLE_SECRET: text()
    .min(32, 'must have at least 32 characters: take the output of `openssl rand -base64 48`')
    .optional(),
  FETTLE_BACKUP_PASSPHRASE: text().min(12, 'must have at least 12 characters').optional(),
  CHAT_APP_KEY: text().optional(),
  CHAT_SECRET: text().min(32, 'must have at least 32 characters').optional(),
  INBOX_APPLICATION_IDENTIFIER: text().optional(),
  INBOX_SECRET: text().min(32, 'must have at least 32 characters').optional(),
  BANK_KEY: text()
    .regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits: take the output of `openssl rand -hex 32`')
    .optional(),
  CONTRACT_KEY: text()
    .regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits: take the output of `openssl rand -hex 32`')
    .optional(),
})

export type Environment = z.infer<typeof environment>
export const environmentKeys: readonly string[] = Object.keys(environment.shape)

/** Settings that are only valid together: all of a group or none. */
const groups: readonly (readonly (keyof Environment)[])[] = [
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['NOVU_APPLICATION_IDENTIFIER', 'NOVU_SECRET_KEY'],
  ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', 'VAPID_SUBJECT'],
  ['CHAT_APP_KEY', 'CHAT_SECRET'],
  ['INBOX_APPLICATION_IDENTIFIER', 'INBOX_SECRET'],
  // Map licences require attribution.
  ['MAP_TILE_URL', 'MAP_ATTRIBUTION'],
]

const secretKeys = new Set(['REDIS_URL', 'SMTP_URL', 'SMS_URL'])

/** Parses the environment. Throws a `ConfigError` with one line per invalid variable. */
export function parseEnvironment(raw: Record<string, string | undefined>): Environment {
  // An empty value disables a variable in an .env file.
  const variables = Object.fromEntries(
    Object.entries(raw).filter(([key, value]) => key in environment.shape && value?.trim()),
  )
  const parsed = environment.safeParse(variables)
  const problems = new Map<string, string>()
  for (const issue of parsed.error?.issues ?? []) {
    const key = String(issue.path[0])
    const shownValue =
      secretKeys.has(key) || /SECRET|KEY|TOKEN|PASSPHRASE|DATABASE\w*_URL/.test(key) ? '' : `, not "${variables[key]}"`
    if (!problems.has(key)) problems.set(key, `${key} ${issue.message}${shownValue}.`)
  }
  for (const group of groups) {
    const missing = group.filter((key) => !variables[key])
    if (missing.length > 0 && missing.length < group.length) {
      const set = group.filter((key) => variables[key])
      for (const key of missing) problems.set(key, `${key} is missing: set it too, or remove ${set.join(' and ')}.`)
    }
  }
  for (const [key, problem] of missingForRoles(parsed.data)) problems.set(key, problem)
  if (problems.size > 0 || !parsed.data) throw new ConfigError([...problems.values()].join('\n'))
  return parsed.data
}

/** Variables a process needs to reach the parts that run elsewhere. */
function missingForRoles(env: Environment | undefined): [key: string, problem: string][] {
  if (env?.DATABASE_REPLICA_URL && !env.REDIS_URL)
    return [
      [
        'REDIS_URL',
        'REDIS_URL is missing: DATABASE_REPLICA_URL is set, and processes tell each other over Redis who has just written. Set it, or remove DATABASE_REPLICA_URL.',
      ],
    ]
  const ownRoles = env?.FETTLE_ROLES
  if (!env || !ownRoles || !(ownRoles.includes('api') || ownRoles.includes('worker'))) return []
  const missing: [string, string][] = []
  if (!ownRoles.includes('chat') && !env.CHAT_URL)
    missing.push([
      'CHAT_URL',
      'CHAT_URL is missing: FETTLE_ROLES has no chat. Set it to a process that has, such as http://chat.internal:4310, or add chat.',
    ])
  if (!ownRoles.includes('inbox') && !env.REDIS_URL && !env.NOVU_SECRET_KEY)
    missing.push([
      'REDIS_URL',
      'REDIS_URL is missing: FETTLE_ROLES has no inbox, and notifications reach the inbox of another process over Redis. Set it, or add inbox.',
    ])
  return missing
}

/** The environment, completed by `.env` in the clone. */
export function readEnvironment(): NodeJS.ProcessEnv {
  const file = join(rootDir, '.env')
  return existsSync(file) ? { ...parseEnv(readFileSync(file, 'utf8')), ...process.env } : process.env
}

/** Configuration, read once at start and immutable. Generated secrets are separate, see `secrets.ts`. */
export type Config = Readonly<ReturnType<typeof configOf>>

function configOf(env: Environment, startedByNpm: boolean) {
  const production = env.NODE_ENV === 'production'
  const demo = env.FETTLE_DEMO ?? !production
  return {
    roles: env.FETTLE_ROLES ?? roles,
    port: env.PORT,
    host: env.HOST,
    /** Public origin without a trailing slash. Links in mails start with it. */
    origin: env.PUBLIC_URL ? new URL(env.PUBLIC_URL).origin : `http://localhost:${env.PORT}`,
    /** Origins of front ends elsewhere that may call `/v2` and `/chat` with cookies. */
    corsOrigins: env.CORS_ORIGINS ?? [],
    dataDir: resolve(env.FETTLE_DATA_DIR ?? join(rootDir, '.fettle')),
    /** Time after a signal to stop in which requests are still served, but `/health/serving` fails. */
    shutdownDelayMs: env.SHUTDOWN_DELAY_SECONDS * 1_000,
    /** Database connections of this process. */
    poolSize: env.DATABASE_POOL_SIZE,
    preparesStatements: env.DATABASE_PREPARED_STATEMENTS,
    /** Enables demo data, simulator and the public test key. */
    demo,
    // On by default for `npm start` only: tests and tools start the server differently.
    /** Runs the simulated demo customers in a child process. */
    simulator: env.FETTLE_SIMULATOR ?? startedByNpm,
    production,
    /** Keeps everything sent and shows it at `/dev/outbox`; enables the other `/dev` routes too. Never in production. */
    outbox: !production,
    /** Addresses of proxies whose `X-Forwarded-For` is trusted. */
    trustProxy: env.TRUST_PROXY ?? (false as const),
    mailFrom: env.MAIL_FROM,
    logLevel: env.LOG_LEVEL,
    defaultCountry: env.DEFAULT_COUNTRY,
    passwordMinLength: env.PASSWORD_MIN_LENGTH,
    /** Require an identity document before onboarding can be completed. */
    requireIdentityDocument: env.REQUIRE_IDENTITY_DOCUMENT,
    /** Calls per minute of each provider and of each API key. Demo accounts and the demo key are shared by many. */
    callsPerMinute: env.API_CALLS_PER_MINUTE ?? (demo ? 60_000 : 600),
    /** Allows chat users to create groups with users linked to them. */
    chatUserGroups: env.CHAT_USER_GROUPS,
    /** Multiplies the chat's rate limits. */
    chatRateLimitFactor: env.CHAT_RATE_LIMIT_FACTOR,
    /** Folder of the built web app. */
    webDist: resolve(env.FETTLE_WEB_DIST ?? join(rootDir, 'apps/web/dist')),
    databaseUrl: env.DATABASE_URL,
    /** The database server itself, where `databaseUrl` is a pooler's address. */
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    /** Databases of their own for the chat and the inbox. */
    chatDatabaseUrl: env.CHAT_DATABASE_URL,
    inboxDatabaseUrl: env.INBOX_DATABASE_URL,
    /** A streaming replica for lists, search and figures. */
    databaseReplicaUrl: env.DATABASE_REPLICA_URL,
    redisUrl: env.REDIS_URL,
    /** Address of the chat, for processes without it. */
    chatUrl: env.CHAT_URL?.replace(/\/+$/, ''),
    smtpUrl: env.SMTP_URL,
    /** If set, registration requires accepting the terms, and this version is recorded. */
    termsVersion: env.TERMS_VERSION,
    /** The installation's own terms. Absent: a built-in text. */
    termsUrl: env.TERMS_URL,
    /** ClamAV daemon that scans every upload before it is stored. */
    clamdUrl: env.CLAMD_URL,
    /** Map tiles: a URL template with `{z}`, `{x}` and `{y}`, and its attribution. Absent: maps show no streets. */
    mapTiles: env.MAP_TILE_URL ? { url: env.MAP_TILE_URL, attribution: env.MAP_ATTRIBUTION ?? '' } : undefined,
    /** Origins that customers' photos may be loaded from, besides our own. */
    customerPhotoOrigins: env.CUSTOMER_PHOTO_ORIGINS ?? [],
    /** Token with which a remote scraper may read `/metrics`. */
    metricsToken: env.METRICS_TOKEN,
    /** Receiver of traces. Absent: no tracing. */
    tracesUrl: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    sms: env.SMS_URL ? { url: env.SMS_URL, token: env.SMS_TOKEN, from: env.SMS_FROM } : undefined,
    vapid: env.VAPID_PUBLIC_KEY
      ? {
          publicKey: env.VAPID_PUBLIC_KEY,
          privateKey: env.VAPID_PRIVATE_KEY ?? '',
          subject: env.VAPID_SUBJECT ?? '',
        }
      : undefined,
    google: env.GOOGLE_CLIENT_ID
      ? {
          clientId: env.GOOGLE_CLIENT_ID,
          clientSecret: env.GOOGLE_CLIENT_SECRET ?? '',
          issuer: env.GOOGLE_ISSUER,
        }
      : undefined,
    novu: env.NOVU_APPLICATION_IDENTIFIER
      ? {
          applicationIdentifier: env.NOVU_APPLICATION_IDENTIFIER,
          secretKey: env.NOVU_SECRET_KEY ?? '',
          apiUrl: env.NOVU_API_URL,
          socketUrl: env.NOVU_SOCKET_URL,
        }
      : undefined,
    s3: env.S3_BUCKET
      ? {
          bucket: env.S3_BUCKET,
          region: env.S3_REGION,
          endpoint: env.S3_ENDPOINT,
          accessKeyId: env.S3_ACCESS_KEY_ID ?? '',
          secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '',
        }
      : undefined,
  }
}

/** Loads the environment into a frozen `Config`. Throws a `ConfigError` that says what to do. */
export function loadConfig(raw: Record<string, string | undefined>): Config {
  return Object.freeze(configOf(parseEnvironment(raw), raw['npm_lifecycle_event'] === 'start'))
}
