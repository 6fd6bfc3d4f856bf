import type * as z from 'zod/mini'
import type { Method } from '../../core/operation.ts'
import type { ChatErrorName } from './errors.ts'

type Schema = z.core.$ZodType

/**
 * Who may call.
 * - `user`: a chat token, or a server token acting for a user (`X-Chat-User`)
 * - `server`: a server token only
 */
export type ChatCaller = 'user' | 'server'

/**
 * One command or query of the chat service. Its input is the same over every transport: sent as it is over the socket,
 * merged from path, query and body over HTTP.
 */
interface ChatOperationDefinition<Input extends Schema = Schema, Returns extends Schema = Schema> {
  /** `noun.verb`, unique: the command's name on the socket and its operationId in OpenAPI. */
  readonly name: string
  readonly method: Method
  /** With `:name` parameters, under `/chat/v1`. */
  readonly path: string
  readonly by: ChatCaller
  /**
   * Set for non-GET calls a suspended user may make: those that only read, mark as read, cancel something planned, or
   * protect the user. Every other write is refused with code 17.
   */
  readonly whileSuspended?: 'always'
  readonly summary: string
  readonly input: Input
  readonly returns: Returns
  /** Errors beyond those every call can return (-1, 2, 3, 4, 9, 22, 23, 40–43). Default: none. */
  readonly errors?: readonly ChatErrorName[]
}

export interface ChatOperation<
  Input extends Schema = Schema,
  Returns extends Schema = Schema,
> extends ChatOperationDefinition<Input, Returns> {
  readonly errors: readonly ChatErrorName[]
}

/** Declares one call of the chat service. */
export function chatOperation<Input extends Schema, Returns extends Schema, const Name extends string>(
  definition: ChatOperationDefinition<Input, Returns> & { readonly name: Name },
): ChatOperation<Input, Returns> & { readonly name: Name } {
  return { errors: [], ...definition }
}

/** The caller's input. */
export type ChatInput<O> = O extends ChatOperation<infer I, infer _R> ? z.core.input<I> : never
/** The input of a handler: parsed, with defaults filled in. */
export type ChatReceived<O> = O extends ChatOperation<infer I, infer _R> ? z.core.output<I> : never
/** The result of a successful call. */
export type ChatResult<O> = O extends ChatOperation<infer _I, infer R> ? z.core.output<R> : never

/** Base path of the chat service on its origin. */
export const chatBase = '/chat/v1'
