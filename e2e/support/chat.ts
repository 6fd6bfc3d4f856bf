import { createHmac } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { serverOrigin } from './marketplace.ts'

/** Chat app of the test server, so that tests can act as the app's server and sign user tokens. */
export const chatApp = { key: 'fettle-e2e', secret: 'the-secret-of-the-browser-stories-chat' }

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function signToken(claims: object): string {
  const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  return `${content}.${createHmac('sha256', chatApp.secret).update(content).digest('base64url')}`
}

type Call = { method: 'GET' | 'POST'; path: string; data?: object }

/** Makes a chat call with a token of these claims. Throws when refused. */
async function call<Answer>(request: APIRequestContext, claims: object, { method, path, data }: Call) {
  const response = await request.fetch(`${serverOrigin}/chat/v1${path}`, {
    method,
    headers: { 'x-app-key': chatApp.key, authorization: `Bearer ${signToken(claims)}` },
    ...(data && { data }),
  })
  if (!response.ok()) throw new Error(`${method} ${path} → ${await response.text()}`)
  return (await response.json()) as Answer
}

/** Makes a chat call as a customer. */
export async function asCustomer<Answer>(
  request: APIRequestContext,
  customerId: string,
  { method, path }: { method: 'GET' | 'POST'; path: string },
  data?: object,
): Promise<Answer> {
  const claims = { user_id: customerId, iat: Math.floor(Date.now() / 1000) }
  return await call<Answer>(request, claims, { method, path, ...(data && { data }) })
}

/** Opens a direct channel of two people, as the product does. Returns its cid. */
export async function openDirectChannel(request: APIRequestContext, members: string[]): Promise<string> {
  const { channel } = await call<{ channel: { cid: string } }>(
    request,
    { server: true },
    { method: 'POST', path: '/channels', data: { members } },
  )
  return channel.cid
}
