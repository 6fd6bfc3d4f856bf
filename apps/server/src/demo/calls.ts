import type { CallInput, Operation, Result } from '@fettle/protocol'
import { fillPath } from '@fettle/protocol'
import type { ChatInput, ChatOperation, ChatResult } from '@fettle/protocol/chat/core/operation'
import { chatBase } from '@fettle/protocol/chat/core/operation'
import { chatHeaders } from '@fettle/protocol/chat/connection/token'
import type { FastifyRequest } from 'fastify'
import type { ProviderActor } from '../actors.ts'
import type { App } from '../app.ts'
import { toOnBehalf, demoMarketplace } from '../modules/marketplace/index.ts'
import { assignRequestKey } from '../platform/http/idempotency.ts'
import { runAsActingUser } from '../platform/http/request-context.ts'

/**
 * A signed-in provider. Demo people use the product through its operations; what HTTP would determine for each of
 * thousands of calls (identity, idempotency) is known here.
 */
export interface SignedInProvider extends ProviderActor {
  token: string
}

/** Parts of a call besides its input. */
interface CallExtras {
  file?: { name: string; type: string; bytes: Buffer } | undefined
  /** Idempotency key, where required. */
  key?: string | undefined
}

/** Result of a call. */
export interface DemoCallResult<O extends Operation> {
  /** Id of what it created. */
  made: string
  /** Builds the response on demand. */
  result(): Promise<Result<O>>
}

/** The response of a call. */
export const resultOf = async <Answer>(call: Promise<{ result(): Promise<Answer> }>): Promise<Answer> =>
  (await call).result()

/** The acting person behind customers' signatures, with an address of the documentation range. */
export const actingCustomer = { ip: '203.0.113.24', userAgent: 'Chrome on Android', timeZone: 'Africa/Lagos' }

/** Calls an operation as the marketplace; `key` is its `Idempotency-Key`. */
export function callAsMarketplace<O extends Operation>(
  { routers }: App,
  operation: O,
  input: CallInput<O>,
  key: string,
  file?: CallExtras['file'],
): Promise<DemoCallResult<O>> {
  const request = requestOf<O>(input)
  return performOnce(request, key, () =>
    routers.marketplace.call(operation, { actor: demoMarketplace, request, file: asUploaded(file) }),
  )
}

/** Calls an operation as a provider. */
export function callAsProvider<O extends Operation>(
  { routers }: App,
  operation: O,
  input: CallInput<O>,
  actor: ProviderActor,
  { file, key }: CallExtras = {},
): Promise<DemoCallResult<O>> {
  const request = requestOf<O>(input)
  const router = operation.audience === 'account' ? routers.account : routers.provider
  return performOnce(request, key, () => router.call(operation, { actor, request, file: asUploaded(file) }))
}

async function performOnce<O extends Operation>(
  request: FastifyRequest,
  key: string | undefined,
  perform: () => Promise<Pick<DemoCallResult<O>, 'result'>>,
): Promise<DemoCallResult<O>> {
  if (key !== undefined) assignRequestKey(request, `demo data: ${key}`)
  const served = await runAsActingUser(toOnBehalf(request.body), perform)
  const created = (await served.result()) as { id?: string }
  return {
    ...served,
    get made() {
      if (created.id === undefined) throw new Error('The call returned no id of a created record')
      return created.id
    },
  }
}

/** The parts of a request handlers read. */
function requestOf<O extends Operation>(input: CallInput<O>): FastifyRequest {
  const { params, query, body } = input as { params?: object; query?: Record<string, string>; body?: object }
  const request = {
    params: params ?? {},
    query: Object.fromEntries(new URLSearchParams(query)),
    body,
    ip: '127.0.0.1',
    // Device shown on a signature's certificate.
    headers: { 'user-agent': 'Chrome on Android' },
    cookies: {},
  }
  return request as unknown as FastifyRequest
}

const asUploaded = (file: CallExtras['file']) => file && { bytes: file.bytes, name: file.name, claimedMime: file.type }

/** Calls a chat operation as a user. */
export async function asChatUser<O extends ChatOperation>(
  { http, chat }: App,
  userId: string,
  { method, path, name }: O,
  input: ChatInput<O> & Record<string, unknown>,
): Promise<ChatResult<O>> {
  const { statusCode, payload } = await http.inject({
    method,
    url: chatBase + fillPath(path, input),
    headers: { authorization: `Bearer ${chat.signToken(userId)}`, [chatHeaders.appKey]: chat.appKey },
    payload: Object.fromEntries(Object.entries(input).filter(([key]) => !path.includes(`:${key}`))),
  })
  if (statusCode >= 400) throw new Error(`${name}: ${payload}`)
  return JSON.parse(payload) as ChatResult<O>
}
