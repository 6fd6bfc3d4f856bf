import { createHmac } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { serverOrigin } from './marketplace.ts'

/** The chat app of the tests' server, so that a test can act as the app's own server and sign user tokens. */
export const chatApp = { key: 'fettle-e2e', secret: 'the-secret-of-the-browser-stories-chat' }

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function signToken(claims: object): string {
  const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  return `${content}.${createHmac('sha256', chatApp.secret).update(content).digest('base64url')}`
}

type Call = { method: 'GET' | 'POST'; path: string; data?: object }

/** Makes one chat call with a token of the given claims. Throws where the server refuses it. */
async function call<Answer>(request: APIRequestContext, claims: object, { method, path, data }: Call) {
  const response = await request.fetch(`${serverOrigin}/chat/v1${path}`, {
    method,
    headers: { 'x-app-key': chatApp.key, authorization: `Bearer ${signToken(claims)}` },
    ...(data && { data }),
  })
  if (!response.ok()) throw new Error(`${method} ${path} → ${await response.text()}`)
  return (await response.json()) as Answer
}

/** Makes one chat call in a customer's name, which must succeed. */
export async function asCustomer<Answer>(
  request: APIRequestContext,
  customerId: string,
  { method, path }: { method: 'GET' | 'POST'; path: string },
  data?: object,
): Promise<Answer> {
  const claims = { user_id: customerId, iat: Math.floor(Date.now() / 1000) }
  return await call<Answer>(request, claims, { method, path, ...(data && { data }) })
}

/** Opens the direct channel of two people, as the product does for people who may talk. Answers its cid. */
export async function openDirectChannel(request: APIRequestContext, members: string[]): Promise<string> {
  const { channel } = await call<{ channel: { cid: string } }>(
    request,
    { server: true },
    { method: 'POST', path: '/channels', data: { members } },
  )
  return channel.cid
}
