import { createHmac, hkdfSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { APIRequestContext } from '@playwright/test'
import { serverOrigin } from './town.ts'

/** What the server made its secrets from: these tests run beside it, as a company's own chat clients would. */
function derived(name: string, bytes: number): Buffer {
  const file = join(process.env.E2E_DATA_DIR ?? '', 'secrets.json')
  const { master } = JSON.parse(readFileSync(file, 'utf8')) as { master: string }
  return Buffer.from(hkdfSync('sha256', master, 'fettle', name, bytes))
}

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

function tokenOf(userId: string): string {
  const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ user_id: userId, iat: Math.floor(Date.now() / 1000) })}`
  const secret = derived('chat secret', 32).toString('base64url')
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`
}

/** One call of the chat in a customer's name, which must succeed. */
export async function asCustomer<Answer>(
  request: APIRequestContext,
  customerId: string,
  { method, path }: { method: 'GET' | 'POST'; path: string },
  data?: object,
): Promise<Answer> {
  const response = await request.fetch(`${serverOrigin}/chat/v1${path}`, {
    method,
    headers: {
      'x-app-key': derived('chat app key', 6).toString('hex'),
      authorization: `Bearer ${tokenOf(customerId)}`,
    },
    ...(data && { data }),
  })
  if (!response.ok()) throw new Error(`${method} ${path} → ${await response.text()}`)
  return (await response.json()) as Answer
}
