import type { ChatErrorName } from '@fettle/protocol/chat/core/errors'
import type { ChatOperation, ChatReceived } from '@fettle/protocol/chat/core/operation'
import { chatOperations } from '@fettle/protocol/chat/operations'
import { issueText, readIssueText, toIssues, withoutMessages, type Issue } from '@fettle/protocol'
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import type { ChatActor } from './actor.ts'
import type { ChatContext } from './context.ts'
import { compileSchema } from '../../platform/http/compile-schema.ts'
import { MAX_INPUT_DEPTH, sanitizeInput, UnacceptableInput } from '../../platform/http/input/sanitize-input.ts'
import type { Limiter } from './limiter.ts'
import { ChatRefusal } from './chat-refusal.ts'
import { issueIn, textIn } from '../../platform/locale/messages.ts'

export type CallHandler<O extends ChatOperation> = (
  context: ChatContext,
  actor: ChatActor,
  input: ChatReceived<O>,
) => Promise<z.core.input<O['returns']>>

/** An operation with its handler. */
export interface ServedOperation {
  operation: ChatOperation
  handler: CallHandler<ChatOperation>
  /** The answers have exactly the declared fields, so they are sent without being parsed. */
  isExact: boolean
}

/** Binds an operation to its handler, typed by the operation. */
export function serve<O extends ChatOperation>(operation: O, handler: CallHandler<O>): ServedOperation {
  return { operation, handler, isExact: false }
}

/**
 * Like `serve`, for a call that is frequent enough to save the parsing of its answers. Outside production every answer
 * is checked to have exactly the declared fields.
 */
export function serveExact<O extends ChatOperation>(operation: O, handler: CallHandler<O>): ServedOperation {
  return { operation, handler, isExact: true }
}

/** Runs calls of both transports: parses input, applies limits, calls the handler, parses the output. */
export interface Calls {
  operations: readonly ChatOperation[]
  run(name: string, actor: ChatActor, input: unknown): Promise<unknown>
}

/** Timeout of a call in milliseconds. */
const TIMEOUT_MS = 15_000

export function createCalls(context: ChatContext, limiter: Limiter, served: readonly ServedOperation[]): Calls {
  const byName = new Map(served.map((each) => [each.operation.name, each]))
  const unserved = chatOperations.filter(({ name }) => !byName.has(name)).map(({ name }) => name)
  if (unserved.length > 0) throw new Error(`Chat operations without a handler: ${unserved.join(', ')}`)

  return {
    operations: served.map(({ operation }) => operation),
    async run(name, actor, raw) {
      const call = byName.get(name)
      if (!call) throw new ChatRefusal('DOES_NOT_EXIST', { message: 'This call does not exist.', details: { name } })
      const { operation, handler, isExact } = call
      if (operation.by === 'server' && !actor.server)
        throw new ChatRefusal('NOT_ALLOWED', { message: 'This call needs a server token.' })
      if (actor.userId !== null && !actor.server) {
        await limiter.take(actor.userId, name)
        if (operation.method !== 'GET' && operation.whileSuspended !== 'always')
          await context.access.requireActive(actor.userId)
      }
      const sanitized = sanitizeInput(raw)
      const input = z.safeParse(compileSchema(operation.input), sanitized, withoutMessages)
      if (!input.success) throw inputRefusal(toIssues(input.error, sanitized))
      const answer = await withTimeout(
        handler(context, actor, input.data as never),
        context.options.callTimeout ?? TIMEOUT_MS,
      )
      // Undeclared fields are never sent, and a wrong shape fails here instead of on a client.
      if (!isExact) return z.parse(compileSchema(operation.returns), answer)
      if (context.options.checkExactAnswers ?? true) requireExact(operation, answer)
      return answer
    },
  }
}

/** Throws unless an answer has exactly the declared fields. */
function requireExact({ name, returns }: ChatOperation, answer: unknown): void {
  const parsed = z.parse(compileSchema(returns), answer)
  // As JSON: an absent field may be undefined.
  if (!isDeepStrictEqual(asJson(parsed), asJson(answer)))
    throw new Error(`${name} answered fields that it does not declare: ${JSON.stringify(answer)}`)
}

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** Field errors of an input. The message is that of the first. */
export function inputRefusal(issues: readonly Issue[]): ChatRefusal {
  const readableIssues = issues.map((issue) => issueIn('en', issue))
  const reason = issues[0] && readIssueText(issues[0].message)
  const message = readableIssues[0]?.message
  return new ChatRefusal('INPUT', {
    reason,
    ...(message !== undefined && { message }),
    details: { issues: readableIssues },
  })
}

/** The result, or code 23 after a timeout. A plain timer, because promise races cost more than most calls. */
function withTimeout<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChatRefusal('REQUEST_TIMEOUT')), milliseconds)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Converts anything thrown into a refusal. Unexpected errors become code -1 without details. */
export function toRefusal(error: unknown, unexpected: (error: unknown) => void): ChatRefusal {
  if (error instanceof ChatRefusal) return error
  if (error instanceof UnacceptableInput) {
    const { path, reason } = error
    const message =
      reason === 'TOO_DEEP'
        ? textIn('en', { code: 'INPUT_TOO_DEEP', params: { max: MAX_INPUT_DEPTH } })
        : issueText('NULL_CHARACTER')
    return inputRefusal([{ path, field: String(path.at(-1) ?? ''), code: 'NOT_ALLOWED', message }])
  }
  unexpected(error)
  return new ChatRefusal('INTERNAL' satisfies ChatErrorName)
}
