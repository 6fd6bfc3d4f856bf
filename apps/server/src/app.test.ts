import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTown, type Town } from '../testing/town.ts'

let town: Town
beforeAll(async () => {
  town = await startTown()
})
afterAll(() => town.close())

const get = async (path: string, init?: RequestInit) => {
  const response = await fetch(town.url + path, init)
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) }
}

describe('the API', () => {
  it('describes every operation it serves, once', async () => {
    const { body } = await get('/v2/openapi.json')
    expect(body.openapi).toBe('3.1.0')
    for (const { method, path, name } of town.app.operations) {
      const described = body.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
      expect(described?.operationId).toBe(name)
    }
    expect(new Set(town.app.operations.map(({ name }) => name)).size).toBe(town.app.operations.length)
  })

  it('has a page about itself that a person can read', async () => {
    const response = await fetch(`${town.url}/v2/docs`)
    expect(response.headers.get('content-type')).toContain('text/html')
    expect(await response.text()).toContain('OpenAPI 3.1')
  })

  it('answers an address that is not there in its envelope, with the id of the request', async () => {
    const { status, headers, body } = await get('/v2/nothing')
    expect(status).toBe(404)
    expect(body).toMatchObject({ success: false, status: 404, code: 'NOT_FOUND' })
    expect(body.requestId).toBe(headers.get('x-request-id'))
  })

  it('refuses a body it cannot read or that is too long, and keeps its inside to itself', async () => {
    const post = (body: string) =>
      get('/v2/auth/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const unreadable = await post('{"emailOrPhone":')
    expect(unreadable.status).toBe(400)
    expect(unreadable.body).toMatchObject({ code: 'BAD_REQUEST', message: 'The request could not be read.' })
    const poisoned = await post('{"__proto__":{"admin":true}}')
    expect(poisoned.status).toBe(400)
    const long = await post(JSON.stringify({ emailOrPhone: 'x'.repeat(2 * 1024 * 1024) }))
    expect(long.status).toBe(413)
    expect(long.body).toMatchObject({ code: 'PAYLOAD_TOO_LARGE', message: 'The request is larger than 1 MB.' })
    expect(JSON.stringify([unreadable.body, long.body])).not.toMatch(/node_modules|\.ts|at /)
  })
})
