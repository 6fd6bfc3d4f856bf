import { isMessage, type MessageDescriptor, type MessageOf } from '@fettle/i18n/message'
import type { pollMessages, refusalMessages } from '../chat.messages.ts'

/**
 * Errors of the chat service: a fixed number, HTTP status, whether retrying may help, and the code of the message that is
 * sent unless a more specific one is known.
 */
export const chatErrors = {
  INTERNAL: { code: -1, statusCode: 500, retryable: true, reason: 'chat.internal' },
  ACCESS_KEY: { code: 2, statusCode: 401, retryable: false, reason: 'chat.access-key' },
  AUTHENTICATION_FAILED: { code: 3, statusCode: 401, retryable: true, reason: 'chat.authentication-failed' },
  INPUT: { code: 4, statusCode: 400, retryable: false, reason: 'chat.invalid-request' },
  DUPLICATE_USERNAME: { code: 6, statusCode: 409, retryable: false, reason: 'chat.username-taken' },
  RATE_LIMIT: { code: 9, statusCode: 429, retryable: true, reason: 'chat.rate-limit' },
  DOES_NOT_EXIST: { code: 16, statusCode: 404, retryable: false, reason: 'chat.not-found' },
  NOT_ALLOWED: { code: 17, statusCode: 403, retryable: false, reason: 'chat.not-allowed' },
  EVENT_NOT_SUPPORTED: { code: 18, statusCode: 400, retryable: false, reason: 'chat.event-not-supported' },
  FEATURE_NOT_SUPPORTED: { code: 19, statusCode: 400, retryable: false, reason: 'chat.feature-not-supported' },
  MESSAGE_TOO_LONG: { code: 20, statusCode: 400, retryable: false, reason: 'chat.message-too-long' },
  NESTING: { code: 21, statusCode: 400, retryable: false, reason: 'chat.nested-reply' },
  PAYLOAD_TOO_BIG: { code: 22, statusCode: 413, retryable: false, reason: 'chat.payload-too-large' },
  REQUEST_TIMEOUT: { code: 23, statusCode: 408, retryable: true, reason: 'chat.timeout' },
  HEADERS_TOO_BIG: { code: 24, statusCode: 431, retryable: false, reason: 'chat.headers-too-large' },
  TOKEN_EXPIRED: { code: 40, statusCode: 401, retryable: false, reason: 'chat.token-expired' },
  TOKEN_NOT_YET_VALID: { code: 41, statusCode: 401, retryable: false, reason: 'chat.token-not-yet-valid' },
  TOKEN_USED_BEFORE_ISSUE: { code: 42, statusCode: 401, retryable: false, reason: 'chat.token-used-before-issue' },
  TOKEN_SIGNATURE_INVALID: { code: 43, statusCode: 401, retryable: false, reason: 'chat.token-signature-invalid' },
  COMMAND_MISSING: { code: 44, statusCode: 400, retryable: false, reason: 'chat.command-missing' },
  COMMAND_FAILED: { code: 45, statusCode: 502, retryable: true, reason: 'chat.command-failed' },
  CONNECTION_NOT_FOUND: { code: 46, statusCode: 400, retryable: false, reason: 'chat.connection-not-found' },
  COOL_DOWN: { code: 60, statusCode: 429, retryable: true, reason: 'chat.slow-mode' },
  WRONG_REGION: { code: 69, statusCode: 421, retryable: false, reason: 'chat.wrong-region' },
  QUERY_PERMISSIONS: { code: 70, statusCode: 403, retryable: false, reason: 'chat.query-permissions' },
  TOO_MANY_CONNECTIONS: { code: 71, statusCode: 429, retryable: true, reason: 'chat.too-many-connections' },
  APP_SUSPENDED: { code: 99, statusCode: 403, retryable: false, reason: 'chat.app-suspended' },
} as const satisfies Record<string, ChatErrorRow>

interface ChatErrorRow {
  code: number
  statusCode: number
  retryable: boolean
  reason: keyof typeof refusalMessages
}

export type ChatErrorName = keyof typeof chatErrors
export type ChatErrorCode = (typeof chatErrors)[ChatErrorName]['code']

/** Why a call is refused, as the service knows it. */
export type ChatRefusalReason = MessageOf<typeof refusalMessages & typeof pollMessages>

/** The body of a refused call, over HTTP and socket alike. */
export interface ChatFailure {
  code: ChatErrorCode
  /** In English. */
  message: string
  /** The message as code and parameters, for clients in other languages. */
  reason: MessageDescriptor
  statusCode: number
  retryable: boolean
  details?: Record<string, unknown>
}

/** Type guard for values received over the network. */
export function isChatFailure(value: unknown): value is ChatFailure {
  if (typeof value !== 'object' || value === null) return false
  const { code, message, reason, statusCode } = value as Record<string, unknown>
  return typeof code === 'number' && typeof message === 'string' && isMessage(reason) && typeof statusCode === 'number'
}

/** Texts for developers that the specification gives. */
export const chatTexts = {
  userIdRequired: 'A user id is required to connect to chat.',
  tokenEmpty: 'User token can not be empty',
  channelIdColon: 'A chat channel id cannot contain a colon.',
} as const
