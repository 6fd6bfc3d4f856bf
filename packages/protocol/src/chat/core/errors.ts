/**
 * Errors of the chat service: a fixed number, HTTP status, whether retrying may help, and an English message. Answers
 * carry `{ code, message, statusCode, retryable, details? }`.
 */
export const chatErrors = {
  INTERNAL: {
    code: -1,
    statusCode: 500,
    retryable: true,
    message: 'Something went wrong on our side. Please try again.',
  },
  ACCESS_KEY: { code: 2, statusCode: 401, retryable: false, message: 'The app key is missing or not known.' },
  AUTHENTICATION_FAILED: { code: 3, statusCode: 401, retryable: true, message: 'Authentication failed.' },
  INPUT: { code: 4, statusCode: 400, retryable: false, message: 'The request is not valid.' },
  DUPLICATE_USERNAME: { code: 6, statusCode: 409, retryable: false, message: 'This username is already taken.' },
  RATE_LIMIT: { code: 9, statusCode: 429, retryable: true, message: 'Too many requests. Please wait a moment.' },
  DOES_NOT_EXIST: { code: 16, statusCode: 404, retryable: false, message: 'This does not exist.' },
  NOT_ALLOWED: { code: 17, statusCode: 403, retryable: false, message: 'You are not allowed to do this.' },
  EVENT_NOT_SUPPORTED: { code: 18, statusCode: 400, retryable: false, message: 'This event is not supported.' },
  FEATURE_NOT_SUPPORTED: {
    code: 19,
    statusCode: 400,
    retryable: false,
    message: 'This channel does not support that feature.',
  },
  MESSAGE_TOO_LONG: { code: 20, statusCode: 400, retryable: false, message: 'This message is too long.' },
  NESTING: { code: 21, statusCode: 400, retryable: false, message: 'A reply cannot have replies of its own.' },
  PAYLOAD_TOO_BIG: { code: 22, statusCode: 413, retryable: false, message: 'This is too large to send.' },
  REQUEST_TIMEOUT: { code: 23, statusCode: 408, retryable: true, message: 'The request took too long.' },
  HEADERS_TOO_BIG: { code: 24, statusCode: 431, retryable: false, message: 'The request headers are too large.' },
  TOKEN_EXPIRED: { code: 40, statusCode: 401, retryable: false, message: 'The chat token has expired.' },
  TOKEN_NOT_YET_VALID: { code: 41, statusCode: 401, retryable: false, message: 'The chat token is not valid yet.' },
  TOKEN_USED_BEFORE_ISSUE: {
    code: 42,
    statusCode: 401,
    retryable: false,
    message: 'The chat token was used before it was issued.',
  },
  TOKEN_SIGNATURE_INVALID: {
    code: 43,
    statusCode: 401,
    retryable: false,
    message: 'The signature of the chat token is not valid.',
  },
  COMMAND_MISSING: { code: 44, statusCode: 400, retryable: false, message: 'Nobody answers this command.' },
  COMMAND_FAILED: { code: 45, statusCode: 502, retryable: true, message: 'The command could not be carried out.' },
  CONNECTION_NOT_FOUND: { code: 46, statusCode: 400, retryable: false, message: 'This connection does not exist.' },
  COOL_DOWN: {
    code: 60,
    statusCode: 429,
    retryable: true,
    message: 'Slow mode is on. Please wait before writing again.',
  },
  WRONG_REGION: { code: 69, statusCode: 421, retryable: false, message: 'This app is served from another region.' },
  QUERY_PERMISSIONS: { code: 70, statusCode: 403, retryable: false, message: 'You may only query your own channels.' },
  TOO_MANY_CONNECTIONS: { code: 71, statusCode: 429, retryable: true, message: 'Too many connections.' },
  APP_SUSPENDED: { code: 99, statusCode: 403, retryable: false, message: 'This app is suspended.' },
} as const satisfies Record<string, ChatErrorRow>

interface ChatErrorRow {
  code: number
  statusCode: number
  retryable: boolean
  message: string
}

export type ChatErrorName = keyof typeof chatErrors
export type ChatErrorCode = (typeof chatErrors)[ChatErrorName]['code']

/** The body of a refused call, over HTTP and socket alike. */
export interface ChatFailure {
  code: ChatErrorCode
  message: string
  statusCode: number
  retryable: boolean
  details?: Record<string, unknown>
}

/** Builds a failure. `message` overrides the catalogue's with a more specific one. */
export function chatFailure(
  name: ChatErrorName,
  extra: { message?: string | undefined; details?: Record<string, unknown> | undefined } = {},
): ChatFailure {
  const { code, statusCode, retryable, message } = chatErrors[name]
  return {
    code,
    message: extra.message ?? message,
    statusCode,
    retryable,
    ...(extra.details ? { details: extra.details } : {}),
  }
}

/** Type guard for values received over the network. */
export function isChatFailure(value: unknown): value is ChatFailure {
  if (typeof value !== 'object' || value === null) return false
  const { code, message, statusCode } = value as Record<string, unknown>
  return typeof code === 'number' && typeof message === 'string' && typeof statusCode === 'number'
}

/** Client texts fixed by the specification. */
export const chatTexts = {
  userIdRequired: 'A user id is required to connect to chat.',
  tokenEmpty: 'User token can not be empty',
  channelFailed: 'Failed to create or get channel',
  clientNotInitialized: 'Stream Chat client not initialized',
  listenFailed: 'Failed to listen to channels',
  draftFailed: 'Failed to get the draft',
  pollFailed: 'Failed to create the poll',
  locationFailed: 'Failed to share the location',
  uploadsRunning: 'Wait until all attachments have uploaded',
  channelIdColon: 'A chat channel id cannot contain a colon.',
} as const
