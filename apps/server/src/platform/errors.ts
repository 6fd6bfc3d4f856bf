import type { MessageParams } from '@fettle/i18n/message'
import { errorStatuses, type ErrorCode, type Issue } from '@fettle/protocol'
import { resourceParam, stateParam, textIn, type Text, type TextCode } from './locale/messages.ts'

interface ErrorExtra {
  issues?: Issue[]
  /** Additional `data` of some errors, such as the verification token of an unverified sign-in. */
  data?: unknown
  /** Code of a message that says more than the one of the error's code. */
  message?: TextCode
  /** Values of the message that differ from the details of the same name: times, amounts, lists. */
  params?: MessageParams
  headers?: Record<string, string>
}

/**
 * An expected error: code, HTTP status and details for programs. Its message is filled from the details, and from
 * `params` where a value is written differently in every language.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: Record<string, unknown>
  readonly issues: Issue[] | undefined
  readonly data: unknown
  readonly headers: Record<string, string>
  /** The message before its reader's language is known. */
  readonly text: Text

  constructor(code: ErrorCode, details: Record<string, unknown> = {}, extra: ErrorExtra = {}) {
    super()
    this.name = 'AppError'
    this.code = code
    this.status = errorStatuses[code]
    this.details = details
    this.text = { code: extra.message ?? code, params: { ...paramsOf(details), ...extra.params } }
    this.issues = extra.issues
    this.data = extra.data
    this.headers = extra.headers ?? {}
  }

  /** The English message. Made when it is read, because guards create errors that nobody sees. */
  override get message(): string {
    return textIn('en', this.text)
  }
}

/** The details as values of a message: names and numbers as they are, a resource and its state by their codes. */
function paramsOf(details: Readonly<Record<string, unknown>>): MessageParams {
  const { thing, from } = details
  const plain = Object.entries(details).filter(
    (entry): entry is [string, string | number] => typeof entry[1] === 'string' || typeof entry[1] === 'number',
  )
  return {
    ...Object.fromEntries(plain),
    ...(typeof thing === 'string' && {
      thing: resourceParam(thing),
      ...(typeof from === 'string' && { from: stateParam(thing, from) }),
    }),
  }
}

/** A field error: 422 with a single issue (`issueText`) and, if given, its limit. */
export function fieldError(
  path: (string | number)[],
  code: Issue['code'],
  message: string,
  limit: Pick<Issue, 'minimum' | 'maximum'> = {},
): AppError {
  const field = String(path.at(-1) ?? '')
  return new AppError('VALIDATION_FAILED', {}, { issues: [{ path, field, code, ...limit, message }] })
}

/** Too many calls or tries: 429 with `Retry-After`. `until` is when the next one is allowed. */
export function rateLimited(until: Date | number, now: Date): AppError {
  const seconds = Math.ceil((Number(until) - now.getTime()) / 1000)
  return new AppError('RATE_LIMITED', { seconds }, { headers: { 'retry-after': String(seconds) } })
}

/** A service that this process needs is away: the same request may succeed later. Answered as MAINTENANCE. */
export class ServiceUnavailable extends Error {
  override name = 'ServiceUnavailable'
}
