import type { ErrorCode, Failure, Issue } from '@fettle/protocol'

/** `UNREADABLE`: the answer is not from the API, but from a proxy in front of it. */
type RefusalCode = ErrorCode | 'UNREADABLE'

/** A request that the API refused. Codes with causes and remedies: docs/reference/errors.md. */
export class MarketplaceError extends Error {
  readonly code: RefusalCode
  /** HTTP status. */
  readonly status: number
  /** The API's message, for people. */
  readonly userMessage: string
  /** Invalid fields, with what is expected. */
  readonly issues: readonly Issue[]
  /** Facts about the error, such as the conflicting booking. */
  readonly details: Readonly<Record<string, unknown>>
  /** Finds the request in the server's log. */
  readonly requestId: string

  constructor(
    callName: string,
    { code, status, message, issues = [], details = {}, requestId }: Omit<Failure, 'code'> & { code: RefusalCode },
  ) {
    super(`${callName}: ${code} ${message}`)
    this.name = 'MarketplaceError'
    this.code = code
    this.status = status
    this.userMessage = message
    this.issues = issues
    this.details = details
    this.requestId = requestId
  }
}

/** No answer of the API after all attempts. A write may have taken effect: repeat it with the same idempotency key. */
export class MarketplaceUnreachable extends Error {
  readonly idempotencyKey: string | undefined

  constructor(callName: string, idempotencyKey: string | undefined, cause: unknown) {
    super(`${callName}: no answer`, { cause })
    this.name = 'MarketplaceUnreachable'
    this.idempotencyKey = idempotencyKey
  }
}
