import type { OperationResult, Audience, Operation, Received } from '@fettle/protocol'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { toIssues, withoutMessages } from '@fettle/protocol'
import { AppError } from '../errors.ts'
import type { Text } from '../locale/messages.ts'
import { assertOneCustomer } from './acting-customer.ts'
import { compileSchema } from './compile-schema.ts'
import type { Download } from './download.ts'
import { sendDownload } from './download.ts'
import { withExpectedType } from './input/expected-shape.ts'
import { ignoredInput } from './input/ignored-input.ts'
import { readMultipart, type UploadedFile } from './multipart.ts'

/** Input of a handler: the caller, the parsed request, and the raw request for address and headers. */
export type OperationCall<O extends Operation, Actor> = Received<O> & {
  actor: Actor
  /** Present if the operation takes a file and one was sent. */
  file: UploadedFile | undefined
  request: FastifyRequest
  reply: FastifyReply
}

interface ReplyExtra {
  message?: Text
  status?: number
  meta?: object
}

/** Data with a specific message, status or meta. */
export class Reply<Data> {
  readonly data: Data
  readonly extra: ReplyExtra
  constructor(data: Data, extra: ReplyExtra = {}) {
    this.data = data
    this.extra = extra
  }
}

/** A handler may return a function that builds the response after its transaction, whose locks are released before. */
export type Handler<O extends Operation, Actor> = (
  call: OperationCall<O, Actor>,
) => Promise<OperationResult<O> | Reply<OperationResult<O>> | (() => Promise<OperationResult<O>>) | Download>

type UploadHandler<O extends Operation, Actor> = (
  call: OperationCall<O, Actor> & { file: UploadedFile },
) => ReturnType<Handler<O, Actor>>

export interface RouterOptions<Actor> {
  /** Audiences this router serves. Registering another operation throws at start. */
  audiences: readonly Audience[]
  /** Authenticates the caller or throws. Runs before the request is parsed. May set response headers. */
  authenticate(request: FastifyRequest, operation: Operation, reply: FastifyReply): Promise<Actor>
  /** Wraps handlers, for behaviour of every call of an audience such as idempotency. */
  wrap?(
    call: {
      request: FastifyRequest
      reply: FastifyReply
      actor: Actor
      operation: Operation
      body: unknown
      file: UploadedFile | undefined
    },
    next: () => Promise<SentResponse>,
  ): Promise<SentResponse>
  /** Runs the work of a call that may read from a replica, see `mayLag`. */
  readFromReplica?<T>(actor: Actor, work: () => Promise<T>): Promise<T>
  /** Called after every call that may have changed something, before its response is sent. */
  recordWrite?(actor: Actor): Promise<void>
}

interface ServeOptions {
  maxFileBytes?: number
  /** Refuses a call by throwing before its file is read. */
  admit?(request: FastifyRequest): Promise<void>
  /** The response may lack the last seconds of others' work, as in lists, search and figures, but never the caller's own. */
  mayLag?: boolean
}

/** The response: status and envelope. */
export interface SentResponse {
  status: number
  body: object
}

/** Binds operations of certain audiences to handlers. */
export interface Router<Actor> {
  serve<O extends Operation>(operation: O, handler: Handler<O, Actor>, options?: ServeOptions): void
  /** Like `serve`, for an operation that requires a file. */
  serveUpload<O extends Operation>(operation: O, handler: UploadHandler<O, Actor>, options?: ServeOptions): void
}

/** All served operations, for OpenAPI and the replay suite. */
export type Catalogue = Operation[]

/** Creates the router of some audiences: it authenticates, parses input, calls the handler and parses its result. */
export function createRouter<Actor>(
  app: FastifyInstance,
  catalogue: Catalogue,
  options: RouterOptions<Actor>,
): Router<Actor> {
  function serve<O extends Operation>(
    operation: O,
    handler: Handler<O, Actor>,
    { admit, maxFileBytes, mayLag = false }: ServeOptions = {},
  ) {
    if (!options.audiences.includes(operation.audience)) {
      throw new Error(
        `${operation.name} is for ${operation.audience}, this router serves ${options.audiences.join(', ')}`,
      )
    }
    if (operation.produces && operation.method !== 'GET')
      throw new Error(`${operation.name} must be a GET to return a file`)
    catalogue.push(operation)
    app.route({
      method: operation.method,
      url: operation.path,
      config: { operation: operation.name, returns: operation.returns },
      handler: async (request, reply) => {
        const actor = await options.authenticate(request, operation, reply)
        await admit?.(request)
        const isForm = operation.file !== undefined && (!operation.fileOptional || request.isMultipart())
        const upload = isForm ? await readMultipart(request, operation, maxFileBytes) : undefined
        const rawBody = upload ? upload.fields : request.body
        const handle = async (input: Received<O>) =>
          resolveResult(await handler({ ...input, actor, file: upload?.file, request, reply }))
        if (operation.produces) {
          return sendDownload(reply, operation.produces, await handle(parseInput(operation, request, rawBody)))
        }
        const work = async (): Promise<SentResponse> => {
          const input = parseInput(operation, request, rawBody)
          const ignored = ignoredInput({ query: request.query, body: rawBody ?? {} }, input)
          return toResponse(operation, await handle(input), ignored)
        }
        if (mayLag && options.readFromReplica) return sendResponse(reply, await options.readFromReplica(actor, work))
        const sent = options.wrap
          ? await options.wrap({ request, reply, actor, operation, body: rawBody, file: upload?.file }, work)
          : await work()
        if (operation.method !== 'GET') await options.recordWrite?.(actor)
        return sendResponse(reply, sent)
      },
    })
  }

  return {
    serve,
    serveUpload(operation, handler, serveOptions) {
      if (!operation.file || operation.fileOptional) throw new Error(`${operation.name} does not require a file`)
      // The form was read before: without a file it is refused.
      serve(operation, (call) => handler(call as typeof call & { file: UploadedFile }), serveOptions)
    },
  }
}

const sendResponse = (reply: FastifyReply, { status, body }: SentResponse) => reply.code(status).send(body)

const pickFields = (data: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, data[name]]))

const resolveResult = async (result: unknown): Promise<unknown> => (typeof result === 'function' ? result() : result)

function parseInput<O extends Operation>(
  operation: O,
  request: Pick<FastifyRequest, 'params' | 'query' | 'headers'>,
  body: unknown,
): Received<O> {
  const input = {
    params: parsePart(operation.params, request.params, 'params'),
    query: parsePart(operation.query, request.query, 'query'),
    body: parsePart(operation.body, body ?? {}, 'body'),
  }
  if (operation.audience === 'marketplace') assertOneCustomer(request, input)
  return input as Received<O>
}

function parsePart(schema: z.core.$ZodType | undefined, raw: unknown, part: 'params' | 'query' | 'body'): unknown {
  if (!schema) return undefined
  const parsed = z.safeParse(schema, raw, withoutMessages)
  if (parsed.success) return parsed.data
  // A malformed id gets the same error as an unknown one.
  if (part === 'params') throw new AppError('NOT_FOUND', { thing: 'page' })
  // A fraction is a number too: its check has a message for people.
  const isWrongType = (issue: z.core.$ZodIssue) => issue.code === 'invalid_type' && issue.expected !== 'int'
  const wrongTypes = parsed.error.issues.filter(isWrongType).map(({ path }) => path)
  const issues = toIssues(parsed.error, raw).map((issue) => withExpectedType(issue, schema, wrongTypes))
  throw new AppError('VALIDATION_FAILED', {}, { issues })
}

const DONE: Text = { code: 'OK' }

function toResponse(
  operation: Operation,
  result: unknown,
  ignored: readonly string[],
): { status: number; body: { data: unknown; [more: string]: unknown } } {
  const { data, extra } = result instanceof Reply ? result : { data: result, extra: {} as ReplyExtra }
  // Undeclared fields are never sent, and a wrong shape fails here instead of on a client.
  const parsed = z.parse(compileSchema(operation.returns), data)
  const status = extra.status ?? operation.status ?? 200
  return {
    status,
    body: {
      success: true,
      status,
      message: extra.message ?? DONE,
      ...pickFields(parsed as Record<string, unknown>, operation.topLevel ?? []),
      data: parsed,
      ...(extra.meta || ignored.length > 0 ? { meta: { ...extra.meta, ...(ignored.length > 0 && { ignored }) } } : {}),
    },
  }
}
