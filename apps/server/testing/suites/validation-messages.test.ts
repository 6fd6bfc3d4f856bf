import type { Issue, Operation } from '@fettle/protocol'
import { fillPath } from '@fettle/protocol'
import { chatOperations } from '@fettle/protocol/chat/operations'
import { saveOnboardingStep } from '@fettle/protocol/accounts/profile'
import { beforeAll, describe, expect, it } from 'vitest'
import { sendRequest } from '../app/http-request.ts'
import { startTestChat } from '../app/test-chat.ts'
import { createProvider, marketplace, type TestProvider } from '../fixtures/providers.ts'
import { setUpTestApp } from '../app/test-app.ts'
import { LIBRARY_MESSAGES, unknownIdsFor, WRONG_VALUES, wrongInputs } from './wrong-input.ts'

// Every validation message is one of the product's own.

const testApp = setUpTestApp()
let provider: TestProvider
beforeAll(async () => {
  provider = await createProvider(testApp)
})

const tokenFor = ({ audience }: Operation) =>
  audience === 'marketplace' ? marketplace.token : audience === 'public' ? undefined : provider.token

/** Issues of a call, sent once per wrong value in all of its fields, with unknown path ids. */
async function issuesOf(operation: Operation): Promise<Issue[]> {
  const { name, method, path, params, query, body, file } = operation
  const url = `${testApp.url}${fillPath(path, params ? unknownIdsFor(params) : {})}`
  const token = tokenFor(operation)
  const queries = query ? wrongInputs(query) : []
  const bodies = body && !file ? wrongInputs(body) : []
  const answers = WRONG_VALUES.map(async (value, at) => {
    const parameters = Object.entries(queries[at] ?? {}).map(([field, value]): [string, string] => [
      field,
      String(value),
    ])
    const request = {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(bodies.length > 0 ? { 'content-type': 'application/json' } : {}),
        'idempotency-key': testApp.deps.ids.token().slice(0, 20),
      },
      ...(bodies.length > 0 ? { body: JSON.stringify(bodies[at]) } : {}),
    }
    const send = () => sendRequest(`${url}?${new URLSearchParams(parameters).toString()}`, request)
    // Once more, with the same idempotency key, where a connection closes at the moment it is used again.
    const { status, text } = await send().catch(send)
    // Only the simulator, which is not running here, may be unavailable.
    const isAnswered = status < 500 || status === 503
    expect([name, value, isAnswered]).toEqual([name, value, true])
    const { issues = [] } = (text.startsWith('{') ? JSON.parse(text) : {}) as { issues?: Issue[] }
    return issues
  })
  return (await Promise.all(answers)).flat()
}

/** Hundreds of calls on a possibly busy machine. */
const TIMEOUT_MS = 300_000

/** Values for the chat's path parameters. */
const inPath = (path: string) =>
  Object.fromEntries(
    [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, name === 'cid' ? 'messaging:nowhere' : 'nothing']),
  )

describe('validation messages', () => {
  it(
    "are the product's own in every field of every operation",
    async () => {
      const messages = new Set<string>()
      for (const operation of testApp.app.operations) {
        for (const issue of await issuesOf(operation)) {
          const { path } = issue
          // A message that does not say what to send comes with the expected type.
          if (issue.message === 'This field is not valid.' || issue.message === 'This field is required.')
            expect([operation.name, path, issue.expected]).toEqual([operation.name, path, expect.any(String)])
          // The type, such as `string | null`, is part of the message.
          const message = issue.message.replace(/(?<=^Send a value of type ).*/, '…')
          messages.add(message)
          expect([operation.name, path, message]).toEqual([
            operation.name,
            path,
            expect.not.stringMatching(LIBRARY_MESSAGES),
          ])
        }
      }
      expect(messages.size).toBeGreaterThan(100)
      // Each is written, and has its limits.
      expect([...messages].filter((message) => /^[A-Z][A-Z_]+|undefined|NaN/.test(message))).toEqual([])
    },
    TIMEOUT_MS,
  )

  it('list the possible choices', async () => {
    const refused = await testApp.refusal(saveOnboardingStep, { body: { step: 'NONSENSE' as never } }, provider)
    expect(refused.issues).toMatchObject([
      { field: 'step', code: 'NOT_ALLOWED', message: 'Choose one of the options.' },
    ])
    expect(refused.issues?.[0]?.allowed).toContain('COMPLETED')
  })

  it(
    "are the product's own in every chat call",
    async () => {
      const chat = await startTestChat({ rateLimits: false })
      await chat.person('ada')
      const refusedWith = async (name: string, input: unknown): Promise<Issue[]> => {
        try {
          await chat.http(name as 'channels.query', input as object, { actAs: 'ada' })
          return []
        } catch (error) {
          const { failure } = error as {
            failure?: { statusCode: number; message: string; details?: { issues?: Issue[] } }
          }
          expect([name, input, failure?.statusCode ?? 500]).not.toEqual([name, input, 500])
          return [
            ...(failure?.details?.issues ?? []),
            { path: [], message: failure?.message ?? '' } as unknown as Issue,
          ]
        }
      }
      for (const { name, path, input } of chatOperations) {
        for (const wrong of wrongInputs(input)) {
          const filled = { ...(wrong as object), ...inPath(path) }
          for (const { path: url, message } of await refusedWith(name, filled)) {
            expect([name, url, message]).toEqual([name, url, expect.not.stringMatching(LIBRARY_MESSAGES)])
          }
        }
      }
      await chat.close()
    },
    TIMEOUT_MS,
  )

  it("are the product's own when an inbox is opened", async () => {
    for (const body of [{}, ...WRONG_VALUES.map((value) => ({ applicationIdentifier: value, subscriber: value }))]) {
      const response = await fetch(`${testApp.url}/inbox/v1/inbox/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      expect(response.status).toBeGreaterThanOrEqual(400)
      expect(response.status).toBeLessThan(500)
      expect(await response.text()).not.toMatch(LIBRARY_MESSAGES)
    }
  })
})
