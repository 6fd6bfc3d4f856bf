import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { registrationForm } from '../testing/fixtures/accounts.ts'
import { createCustomer, createProvider, requestBooking } from '../testing/fixtures/providers.ts'
import { setUpTestApp } from '../testing/app/test-app.ts'

const testApp = setUpTestApp()

const get = async (path: string, init?: RequestInit) => {
  const response = await fetch(testApp.url + path, init)
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) }
}

describe('the API', () => {
  it('describes every operation it serves, once', async () => {
    const { body } = await get('/v2/openapi.json')
    expect(body.openapi).toBe('3.1.0')
    // Operations of one path may name its parameters differently.
    const shapeOf = (path: string) => path.replace(/\{\w+\}|:\w+/g, ':')
    const described = Object.entries(body.paths as Record<string, Record<string, { operationId: string }>>).flatMap(
      ([path, item]) =>
        Object.entries(item).map(([method, { operationId }]) => `${method} ${shapeOf(path)} ${operationId}`),
    )
    const served = testApp.app.operations.map(
      ({ method, path, name }) => `${method.toLowerCase()} ${shapeOf(path)} ${name}`,
    )
    expect(described.toSorted()).toEqual(served.toSorted())
    expect(new Set(testApp.app.operations.map(({ name }) => name)).size).toBe(testApp.app.operations.length)
  })

  it('returns the fields that clients read at the top level of a body there too, and documents them', async () => {
    const { body } = await get('/v2/openapi.json')
    const responseSchemaOf = (path: string) => {
      const [answer] = Object.values(body.paths[path].post.responses) as {
        content: Record<string, { schema: { properties: object; required: string[] } }>
      }[]
      return answer?.content['application/json']?.schema
    }
    for (const [path, field] of [
      ['/v2/auth/register', 'verificationToken'],
      ['/v2/auth/google', 'url'],
      ['/v2/channels', 'channel'],
    ] as const) {
      expect(responseSchemaOf(path)?.required).toContain(field)
      expect(responseSchemaOf(path)?.properties).toHaveProperty(field)
    }
    const post = (path: string, requestBody: object, token?: string) =>
      get(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
        body: JSON.stringify(requestBody),
      })
    const registered = await post('/v2/auth/register', registrationForm())
    expect(registered.body.verificationToken).toEqual(expect.any(String))
    expect(registered.body.verificationToken).toBe(registered.body.data.verificationToken)
    const google = await post('/v2/auth/google', { redirectUri: 'http://localhost:4310/login' })
    expect(google.body.url).toMatch(/^http/)
    expect(google.body.url).toBe(google.body.data.url)
    const provider = await createProvider(testApp)
    const customer = await createCustomer(testApp)
    await requestBooking(testApp, { provider, customer })
    const channel = await post('/v2/channels', { participantId: customer.id }, provider.token)
    expect(channel.body.channel.id).toEqual(expect.any(String))
    expect(channel.body.channel).toEqual(channel.body.data.channel)
  })

  it('leaves requests that wait for frames of the chat out of the times in the metrics', async () => {
    // Answered at once, because nobody is connected. With a connection it waits until there is a frame.
    await fetch(`${testApp.url}/chat/v1/polling/unknown`)
    await fetch(`${testApp.url}/chat/v1/unread`)
    const metrics = await (await fetch(`${testApp.url}/metrics`)).text()
    expect(metrics).toContain('method="GET",route="/chat/v1/unread"')
    expect(metrics).not.toContain('method="GET",route="/chat/v1/polling/:id"')
  })

  it('serves an API reference with its script, for this host only', async () => {
    const page = await fetch(`${testApp.url}/v2/docs`)
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(await page.text()).toContain('/v2/openapi.json')
    const policy = page.headers.get('content-security-policy')
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; .*connect-src 'self';/)
    const script = await fetch(`${testApp.url}/v2/docs/reference.js`)
    expect(script.headers.get('content-type')).toContain('javascript')
    expect(script.headers.get('cache-control')).toMatch(/max-age=[1-9]/)
  })

  it('describes an operation by a heading and the rest of its summary', async () => {
    const { body } = await get('/v2/openapi.json')
    const { summary, description } = body.paths['/v2/auth/register'].post
    expect([summary, description]).toEqual(['Register a provider', expect.stringMatching(/\.$/)])
  })

  it('sends its pages with a content security policy that allows no scripts', async () => {
    const { headers } = await fetch(`${testApp.url}/dev/outbox`)
    expect(headers.get('content-type')).toContain('text/html')
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src [^;]*; form-action 'self'/)
  })

  it('sends data that is neither stored by caches nor read as another type', async () => {
    for (const path of ['/v2/openapi.json', '/v2/profile', '/chat/v1/channels', '/inbox/v1/inbox/session']) {
      const { headers } = await fetch(testApp.url + path)
      expect([headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual(['no-store', 'nosniff'])
    }
  })

  it('answers an unknown address with an error envelope and the request id', async () => {
    const { status, headers, body } = await get('/v2/nothing')
    expect(status).toBe(404)
    expect(body).toMatchObject({ success: false, status: 404, code: 'NOT_FOUND' })
    expect(body.requestId).toBe(headers.get('x-request-id'))
  })

  it('refuses a malformed or too long body without revealing internals', async () => {
    const post = (body: string) =>
      get('/v2/auth/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const unreadable = await post('{"emailOrPhone":')
    expect(unreadable.status).toBe(400)
    expect(unreadable.body).toMatchObject({ code: 'BAD_REQUEST', message: "We couldn't read the request." })
    const reply = await post('{"__proto__":{"admin":true}}')
    expect(reply.status).toBe(400)
    const long = await post(JSON.stringify({ emailOrPhone: 'x'.repeat(2 * 1024 * 1024) }))
    expect(long.status).toBe(413)
    expect(long.body).toMatchObject({ code: 'PAYLOAD_TOO_LARGE', message: 'The request is larger than 1 MB.' })
    expect(JSON.stringify([unreadable.body, long.body])).not.toMatch(/node_modules|\.ts|at /)
  })
})

it('callers who ask at the same time whether it is ready share one check of the database', async () => {
  const { db } = testApp.deps
  const { transaction } = db
  let answer = (): void => undefined
  const answered = new Promise<void>((resolve) => (answer = resolve))
  const checks = vi.spyOn(db, 'transaction').mockImplementation(async (work) => {
    await answered
    return transaction(work)
  })
  onTestFinished(() => checks.mockRestore())
  const ask = (path: string) => testApp.app.http.inject(path)
  const replies = Promise.all(['/health/ready', '/health/ready', '/health/ready'].map(ask))
  await expect.poll(() => checks.mock.calls.length).toBeGreaterThan(0)
  await ask('/health/live')
  answer()
  expect((await replies).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(checks).toHaveBeenCalledOnce()
})
