import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { FetchingJSONSchemaStore, InputData, JSONSchemaInput, quicktype } from 'quicktype-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Examples } from '../../src/platform/http/openapi.ts'
import { rootDir } from '../../src/platform/config.ts'
import { setUpTestApp } from '../app/test-app.ts'
import { createProvider, marketplace } from '../fixtures/providers.ts'

const run = promisify(execFile)
const hasPython = await run('python3', ['--version']).then(
  () => true,
  () => false,
)

const testApp = setUpTestApp()
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fettle-api-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Media {
  content?: { 'application/json'?: { schema: { properties?: { data?: object } } } }
}
interface Described {
  operationId: string
  'x-codeSamples': { lang: string; source: string }[]
  requestBody?: Media
  responses: Record<string, Media>
}
interface Document {
  paths: Record<string, Record<string, Described>>
}

const documentAt = async (path: string) => (await fetch(testApp.url + path)).text()

/** Operations for customers' apps: without those for operators and the simulator. */
const nouns =
  /^\/v2\/marketplace\/(customers|providers|bookings|offers|offer-requests|contracts|invoices|payments|disputes|reviews|channels|events|webhook-endpoints)\b/

/** Types of a document's bodies and results as JSON schemas with a name. Many calls return the same record: once. */
function schemasOf({ paths }: Document): Map<string, string> {
  const names = new Map<string, string>()
  const called = Object.entries(paths).flatMap(([path, item]) => (nouns.test(path) ? Object.values(item) : []))
  for (const { operationId, requestBody, responses } of called) {
    const name = operationId.replace('marketplace.', '').replace(/(?:^|\.)(\w)/g, (_, letter) => letter.toUpperCase())
    const body = requestBody?.content?.['application/json']?.schema
    const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
    const data = success?.content?.['application/json']?.schema.properties?.data
    for (const [part, type] of Object.entries({ Body: body, Result: data })) {
      const schema = JSON.stringify(type)
      if (type && !names.has(schema)) names.set(schema, name + part)
    }
  }
  return names
}

describe('the OpenAPI document', () => {
  it.each(['/v2/openapi.json', '/chat/v1/openapi.json'])('%s has no error', async (path) => {
    // A rule that only warns and takes half of the time. The examples are validated below.
    const rules = { 'no-invalid-media-type-examples': 'off' } as const
    const config = await createConfig({ extends: ['recommended'], rules })
    const source = await documentAt(path)
    const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
    const errors = problems.filter(({ severity }) => severity === 'error')
    expect(errors.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
  })

  it.skipIf(!hasPython)('makes Python types that compile', async () => {
    const input = new JSONSchemaInput(new FetchingJSONSchemaStore())
    const schemas = schemasOf(JSON.parse(await documentAt('/v2/openapi.json')) as Document)
    expect(schemas.size).toBeGreaterThan(80)
    for (const [schema, name] of schemas) await input.addSource({ name, schema })
    const inputData = new InputData()
    inputData.addInput(input)
    const rendererOptions = { 'python-version': '3.7', 'just-types': true } as const
    const { lines } = await quicktype({ inputData, lang: 'python', rendererOptions, combineClasses: false })
    const file = join(folder, 'fettle.py')
    writeFileSync(file, lines.join('\n'))
    await run('python3', ['-m', 'py_compile', file])
    expect(lines.filter((line) => /^class (BookingsCreateBody|ContractsSignBody)\b/.test(line))).toHaveLength(2)
  })

  it.skipIf(!hasPython)('makes a Python client that compiles and calls every kind of operation', async () => {
    const file = join(folder, 'fettle_client.py')
    const script = join(rootDir, 'scripts/python-client.mjs')
    await run(process.execPath, [script, `${testApp.url}/v2/openapi.json`, file])
    await run('python3', ['-m', 'py_compile', file])
    const methods = readFileSync(file, 'utf8').match(/^ {4}def (?!_)/gm) ?? []
    const operations = testApp.app.operations.filter(({ path }) => path.startsWith('/v2/marketplace/'))
    expect(methods).toHaveLength(operations.length)

    const provider = await createProvider(testApp)
    const program = `
import json, sys
from fettle_client import FettleClient, FettleError

client = FettleClient(sys.argv[1], sys.argv[2])
first, again = [client.customers_put("py-1", {"name": "Zoë O'Neill"}, idempotency_key="py-key-1") for _ in range(2)]
booking = client.bookings_create({
    "customerId": first.data["id"],
    "providerId": sys.argv[3],
    "title": "Kitchen tap drips",
    "schedulingMode": "UNSCHEDULED",
    "durationMinutes": 60,
    "location": {"line1": "12 Marina Road", "city": "Lagos", "country": "NG"},
}).data
photo = client.bookings_add_photo(booking["id"], open(sys.argv[4], "rb").read(), {"kind": "ISSUE"}).data
listed = client.bookings_list(customer_id=first.data["id"], limit=1)
try:
    client.bookings_get("bkg_unknown")
    refusal = None
except FettleError as error:
    refusal = [error.status, error.code]
print(json.dumps({
    "same": first == again,
    "name": first.data["name"],
    "photo": photo["kind"],
    "listed": [each["id"] == booking["id"] for each in listed.data],
    "cursor": listed.meta["nextCursor"],
    "refusal": refusal,
}))
`
    const picture = join(rootDir, 'apps/demo/files/rusty-pipes.jpg')
    const args = [testApp.url, String(marketplace.token), provider.id, picture]
    const { stdout } = await run('python3', ['-c', program, ...args], { cwd: folder })
    expect(JSON.parse(stdout)).toEqual({
      same: true,
      name: "Zoë O'Neill",
      photo: 'ISSUE',
      listed: [true],
      cursor: null,
      refusal: [404, 'NOT_FOUND'],
    })
  })

  it('shows a TypeScript call of every operation', async () => {
    const { paths } = JSON.parse(await documentAt('/v2/openapi.json')) as Document
    const samples = Object.values(paths).flatMap((item) => Object.values(item).flatMap((each) => each['x-codeSamples']))
    expect(samples).toHaveLength(testApp.app.operations.length)
    for (const { lang, source } of samples) {
      expect(lang).toBe('TypeScript')
      expect(source).toMatch(/^const data = await client\.call\(|^const response = await fetch\(/m)
    }
  })
})

describe('the examples of the API reference', () => {
  const file = join(rootDir, 'apps/server/openapi-examples.json')
  const examples = JSON.parse(readFileSync(file, 'utf8')) as Examples

  it('are valid for the operations of today', () => {
    const operations = new Map(testApp.app.operations.map((operation) => [operation.name, operation]))
    for (const [name, { input, response }] of Object.entries(examples)) {
      const operation = operations.get(name)
      expect(operation, `${name} is served: run \`npm run examples\``).toBeDefined()
      if (operation?.body && input.body)
        expect([name, z.safeParse(operation.body, input.body).error?.issues]).toEqual([name, undefined])
      if (operation && response)
        expect([name, z.safeParse(operation.returns, response['data']).error?.issues]).toEqual([name, undefined])
    }
  })

  it('are in the document', async () => {
    const { paths } = JSON.parse(await documentAt('/v2/openapi.json')) as Document
    const { requestBody, responses } = paths['/v2/marketplace/bookings']?.['post'] ?? {}
    const { input, response } = examples['marketplace.bookings.create'] ?? {}
    for (const [media, value] of [
      [requestBody, input?.body],
      [responses?.['201'], response],
    ] as const)
      expect(media?.content?.['application/json']).toMatchObject({ examples: { recorded: { value } } })
  })

  it('exist for every call about customers and their work', () => {
    const called = testApp.app.operations.filter(({ path, produces }) => nouns.test(path) && !produces)
    expect(called.flatMap(({ name }) => (examples[name] ? [] : [name]))).toEqual([])
  })
})
