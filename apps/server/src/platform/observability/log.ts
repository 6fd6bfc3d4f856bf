import { destination, pino, stdSerializers, stdTimeFunctions, type Logger } from 'pino'
import { build as pretty } from 'pino-pretty'
import type { Config } from '../config.ts'

/** Fields that are never logged, at any depth. Compared in lower case without `-` and `_`. */
const secretFields = new Set([
  'accountnumber',
  'apikey',
  'authorization',
  'code',
  'cookie',
  'currentpassword',
  'documentnumber',
  'newpassword',
  'otp',
  'password',
  'passwordhash',
  'secret',
  'sessiontoken',
  'setcookie',
  'streamtoken',
  'subscriberhash',
  'token',
  'verificationtoken',
])
/** Fields of PostgreSQL errors that may contain a whole row. `code` is kept. */
const errorFields = new Set(['detail', 'where', 'internalquery'])
const HIDDEN = '[redacted]'
const MAX_DEPTH = 8

/** Creates the log: JSON lines, or readable ones on a terminal. Secrets are masked. */
export function createLog({ logLevel }: Pick<Config, 'logLevel'>, stream?: NodeJS.WritableStream): Logger {
  const options = {
    level: logLevel,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    // Errors are serialized below, where secrets are masked.
    serializers: { err: (error: unknown) => error },
    formatters: { log: (entry: object) => redact(entry, false, 0) as Record<string, unknown> },
  }
  if (stream) return pino(options, stream)
  // Written synchronously, because the last lines before a crash matter most.
  return pino(options, process.stdout.isTTY ? pretty({ sync: true }) : destination({ dest: 1, sync: true }))
}

function redact(value: unknown, isError: boolean, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Error) return redact({ ...stdSerializers.errWithCause(value) }, true, depth)
  if (Array.isArray(value)) return depth > MAX_DEPTH ? '[…]' : value.map((item) => redact(item, false, depth + 1))
  // Requests, sockets and the like have their own serializers.
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return value
  if (depth > MAX_DEPTH) return '[…]'
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const name = key.toLowerCase().replace(/[-_]/g, '')
      const hidden = isError
        ? errorFields.has(name) || (name !== 'code' && secretFields.has(name))
        : secretFields.has(name)
      if (hidden && item !== undefined && item !== null) return [key, HIDDEN]
      return [key, redact(item, isError && (name === 'cause' || name === 'aggregateerrors'), depth + 1)]
    }),
  )
}
