import type { CallInput, Operation, Result } from '@fettle/protocol'
import { fillPath } from '@fettle/protocol'
import type { ChatInput, ChatOperation, ChatResult } from '@fettle/protocol/chat/operation'
import { chatBase } from '@fettle/protocol/chat/operation'
import { chatHeaders } from '@fettle/protocol/chat/token'
import type { App } from '../app.ts'
import { DEMO_KEY } from '../modules/marketplace/index.ts'

/** How the demo town's people reach the product: as everybody does, and harmlessly if they did so before. */

/** An answer that was given when this ran before is not given again. */
export async function once(answer: Promise<unknown>): Promise<void> {
  await answer.catch((error: unknown) => {
    if (!(error instanceof Refused) || error.code !== 'INVALID_TRANSITION') throw error
  })
}

class Refused extends Error {
  readonly code: string
  constructor(operation: string, body: { code: string; message: string }) {
    super(`${operation}: ${JSON.stringify(body)}`)
    this.code = body.code
  }
}

export const asMarketplace = <O extends Operation>(app: App, operation: O, input: CallInput<O>, key: string) =>
  call(app, operation, input, DEMO_KEY, { 'idempotency-key': `demo town: ${key}` })

/** Where the town's customers sit when they sign or accept. An address of the range for examples. */
export const onBehalf = { ip: '203.0.113.24', userAgent: 'Chrome on Android', timeZone: 'Africa/Lagos' }

/** Through the front door, without the network. */
export async function call<O extends Operation>(
  { http }: App,
  operation: O,
  input: CallInput<O>,
  token: string,
  headers: Record<string, string> = {},
): Promise<Result<O>> {
  const { params, query, body } = input as {
    params?: Record<string, unknown>
    query?: Record<string, string>
    body?: object
  }
  const { payload } = await http.inject({
    method: operation.method,
    url: fillPath(operation.path, params) + (query ? `?${new URLSearchParams(query).toString()}` : ''),
    // What a signature's certificate says of the device it was made on.
    headers: { 'user-agent': 'Chrome on Android', ...headers, authorization: `Bearer ${token}` },
    ...(body && { payload: body }),
  })
  const answer = JSON.parse(payload) as
    | { success: true; data: Result<O> }
    | { success: false; code: string; message: string }
  if (!answer.success) throw new Refused(operation.name, answer)
  return answer.data
}

/** A call of the chat as one of its users makes it. What was done before is done again, and changes nothing. */
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
