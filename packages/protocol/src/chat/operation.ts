import type * as z from 'zod/mini'
import type { Method } from '../core/operation.ts'
import type { ChatErrorName } from './errors.ts'

type Schema = z.core.$ZodType

/**
 * Who may call.
 * - `user`: a chat token, or a server token that names whom it acts for (`X-Chat-User`)
 * - `server`: a server token only
 */
export type ChatCaller = 'user' | 'server'

/**
 * One command or query of the chat service. It has one input, whichever door it came through: over the socket as it
 * is, over HTTP gathered from the path, the query and the body.
 */
export interface ChatOperation<Input extends Schema = Schema, Returns extends Schema = Schema> {
  /** `noun.verb`, unique: the command's name on the socket and its operationId in OpenAPI. */
  readonly name: string
  readonly method: Method
  /** With `:name` parameters, under `/chat/v1`. */
  readonly path: string
  readonly by: ChatCaller
  /**
   * Whether a suspended user may make this call although it is no GET: because it only reads, marks as read what one has
   * read, takes back what would happen later, or protects whoever makes it. Every other write is refused with 17.
   */
  readonly whileSuspended?: 'always'
  readonly summary: string
  readonly input: Input
  readonly returns: Returns
  /** Every refusal beyond those each call can meet (-1, 2, 3, 4, 9, 22, 23, 40–43). */
  readonly errors: readonly ChatErrorName[]
}

/** Declares one call of the chat service. */
export function chatOperation<Input extends Schema, Returns extends Schema, const Name extends string>(
  definition: ChatOperation<Input, Returns> & { readonly name: Name },
): ChatOperation<Input, Returns> & { readonly name: Name } {
  return definition
}

/** What a caller hands over. */
export type ChatInput<O> = O extends ChatOperation<infer I, infer _R> ? z.core.input<I> : never
/** What a handler receives: parsed, with defaults filled in. */
export type ChatReceived<O> = O extends ChatOperation<infer I, infer _R> ? z.core.output<I> : never
/** What a successful call answers. */
export type ChatResult<O> = O extends ChatOperation<infer _I, infer R> ? z.core.output<R> : never

/** Where the chat service lives on its origin. */
export const chatBase = '/chat/v1'
