import { describeMessage } from '@fettle/i18n/describe-message'
import { errorStatuses, LocalizedText, type ErrorCode, type Operation } from '@fettle/protocol'
import { errorMessages } from '@fettle/protocol/core/errors.messages'
import * as z from 'zod/mini'

/** MAINTENANCE: while the server stops, or while the database, the file store or the virus scanner is unavailable. */
const REFUSED_ALWAYS = ['BAD_REQUEST', 'VALIDATION_FAILED', 'RATE_LIMITED', 'INTERNAL', 'MAINTENANCE'] as const

type Json = Record<string, unknown>

/** A call of a test: what was sent, what came back, and where the operation is in the protocol. */
export interface Example {
  /** Import of the operation in TypeScript. */
  call: { name: string; from: string }
  input: { params?: Json; query?: Json; body?: Json }
  /** Absent for files. */
  response?: Json
}

/** By name of the operation. */
export type Examples = Readonly<Record<string, Example>>

/** OpenAPI 3.1 of the served operations, from the same declarations as the routes, with examples of some. */
export function toOpenApi(
  operations: readonly Operation[],
  info: { title: string; version: string; description: string },
  examples: Examples = {},
): Json {
  const paths: Record<string, Json> = {}
  const pathOf = pathsOf(operations)
  for (const operation of operations) {
    const path = pathOf(operation)
    const item = withPathNames(toPathItem(operation, examples[operation.name]), operation.path, path)
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: item }
  }
  return {
    openapi: '3.1.0',
    info: { ...info, license: { name: 'Apache 2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The token of POST /v2/auth/login.' },
        marketplaceKey: { type: 'http', scheme: 'bearer', description: 'An API key: mk_live_… or mk_test_….' },
      },
      schemas: { Failure: failureSchema },
    },
  }
}

const shapeOf = (path: string) => path.replace(/:[A-Za-z]+/g, ':')
const namesIn = (path: string) => [...path.matchAll(/[:{]([A-Za-z]+)/g)].map(([, name = '']) => name)

/**
 * Paths as OpenAPI writes them. Where operations name the parameters of one path differently, which OpenAPI does not
 * allow, the names of most of them are taken.
 */
function pathsOf(operations: readonly Operation[]): (operation: Operation) => string {
  const counts = new Map<string, Map<string, number>>()
  for (const { path } of operations) {
    const countsByPath = counts.get(shapeOf(path)) ?? new Map<string, number>()
    counts.set(shapeOf(path), countsByPath.set(path, (countsByPath.get(path) ?? 0) + 1))
  }
  return ({ path }) => {
    const [[usual] = [path]] = [...(counts.get(shapeOf(path)) ?? [])].sort(([, one], [, other]) => other - one)
    return usual.replace(/:([A-Za-z]+)/g, '{$1}')
  }
}

/** Names the path parameters of an operation as its path in the document does. */
function withPathNames(item: Json, declared: string, documented: string): Json {
  const [from, to] = [namesIn(declared), namesIn(documented)]
  const parameters = (item['parameters'] as Json[]).map((parameter) =>
    parameter['in'] === 'path' ? { ...parameter, name: to[from.indexOf(String(parameter['name']))] } : parameter,
  )
  return { ...item, parameters }
}

/** The first sentence of a summary is its heading in the reference, the rest its description. */
function splitSummary(text: string): { summary: string; description?: string } {
  const [, summary, description] = /^(.*?)\.(?:\s+(.+))?$/s.exec(text) ?? [undefined, text]
  return { summary: summary ?? text, ...(description && { description }) }
}

const idempotencyKeyHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'A unique key for this write. Repeating it within 48 hours returns the first answer.',
  schema: { type: 'string', minLength: 8, maxLength: 255 },
  example: 'order-0017',
}

const customerIdHeader = {
  name: 'X-Customer-Id',
  in: 'header',
  required: false,
  description: 'The customer the call acts for. Where its body or query names one, it must be the same.',
  schema: { type: 'string' },
}

function toPathItem(operation: Operation, example?: Example): Json {
  const status = operation.status ?? 200
  const write = operation.method !== 'GET'
  return {
    operationId: operation.name,
    ...splitSummary(operation.summary),
    tags: [groupOf(operation)],
    security: securityOf(operation),
    'x-codeSamples': [
      example
        ? { lang: 'TypeScript', label: '@fettle/marketplace', source: sampleOf(example) }
        : { lang: 'TypeScript', label: 'TypeScript', source: fetchSampleOf(operation) },
    ],
    parameters: [
      ...parameters(operation.params, 'path', example?.input.params),
      ...parameters(operation.query, 'query', example?.input.query),
      ...(operation.audience === 'marketplace' && write ? [idempotencyKeyHeader] : []),
      ...(operation.audience === 'marketplace' ? [customerIdHeader] : []),
    ],
    ...requestBody(operation, example?.input.body),
    responses: { [status]: success(operation, status, example?.response), ...failures(operation) },
  }
}

function securityOf({ audience, scope }: Operation): Json[] {
  if (audience === 'account' || audience === 'provider') return [{ session: [] }]
  return audience === 'marketplace' ? [{ marketplaceKey: [scope] }] : []
}

/** The code of an example call with the typed client. */
function sampleOf({ call, input }: Example): string {
  return `import { createMarketplaceClient } from '@fettle/marketplace'
import { ${call.name} } from '${call.from}'

const client = createMarketplaceClient({ origin: 'https://fettle.example', apiKey: 'mk_test_…' })
const data = await client.call(${call.name}, ${JSON.stringify(input, null, 2)})
`
}

/** A call of which no example is recorded, with `fetch`. */
function fetchSampleOf({ method, path, query, body, file, audience }: Operation): string {
  const address = `\`https://fettle.example${path.replace(/:([A-Za-z]+)/g, '${$1}')}${query ? '?${query}' : ''}\``
  const content = file ? 'form' : body && 'JSON.stringify(input)'
  const headers = [
    ...(audience === 'public' ? [] : ['authorization: `Bearer ${token}`']),
    ...(body && !file ? ["'content-type': 'application/json'"] : []),
    ...(audience === 'marketplace' && method !== 'GET' ? ["'idempotency-key': crypto.randomUUID()"] : []),
  ]
  const options = [
    `method: '${method}'`,
    ...(headers.length > 0 ? [`headers: { ${headers.join(', ')} }`] : []),
    ...(content ? [`body: ${content}`] : []),
  ]
  return `const response = await fetch(${address}, {
  ${options.join(',\n  ')},
})
const answer = await response.json()
if (!answer.success) throw new Error(\`\${answer.code}: \${answer.message}\`)
const { data } = answer
`
}

/** Tag of an operation: its noun, for the marketplace the noun of its path. */
const groupOf = ({ name, audience, path }: Operation): string =>
  audience === 'marketplace' ? `marketplace ${path.split('/')[3]}` : (name.split('.')[0] ?? name)

const jsonSchema = (schema: z.core.$ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: json }) => {
      if (zodSchema === LocalizedText) json.type = 'string'
    },
    target: 'draft-2020-12',
  }) as Json
  return rest
}

function parameters(schema: z.core.$ZodType | undefined, location: 'path' | 'query', example: Json = {}): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as { properties?: Json; required?: string[] }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: property,
    ...(example[name] !== undefined && { example: example[name] }),
  }))
}

/** The reference shows named examples of answers, and no single one. */
const toExamples = (value: Json | undefined): Json =>
  value ? { examples: { recorded: { summary: 'A recorded call', value } } } : {}

function requestBody({ body, file, fileOptional }: Operation, example: Json | undefined): Json {
  if (file) {
    const fields = body ? ((jsonSchema(body, 'input').properties as Json | undefined) ?? {}) : {}
    const schema = {
      type: 'object',
      properties: { ...fields, [file]: { type: 'string', contentMediaType: 'application/octet-stream' } },
      ...(fileOptional ? {} : { required: [file] }),
    }
    const json = fileOptional && body ? { 'application/json': { schema: jsonSchema(body, 'input') } } : {}
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema }, ...json } } }
  }
  if (!body) return {}
  const json = { schema: jsonSchema(body, 'input'), ...toExamples(example) }
  return { requestBody: { required: true, content: { 'application/json': json } } }
}

const ignoredSchema = {
  type: 'array',
  items: { type: 'string' },
  description: 'Fields and query parameters that were sent and are not read, such as `query.pgae`.',
}

function success({ returns, produces, topLevel = [] }: Operation, status: number, example: Json | undefined): Json {
  if (produces) {
    const types = [produces].flat().map((type) => [type, { schema: { type: 'string' } }])
    return { description: 'The file.', content: Object.fromEntries(types) }
  }
  const data = jsonSchema(returns, 'output')
  const fields = (data.properties ?? {}) as Json
  const schema = {
    type: 'object',
    properties: {
      success: { const: true },
      status: { const: status },
      message: { type: 'string' },
      ...Object.fromEntries(topLevel.map((name) => [name, fields[name]])),
      data,
      meta: { type: 'object', properties: { ignored: ignoredSchema } },
    },
    required: ['success', 'status', 'message', ...topLevel, 'data'],
  }
  return { description: 'Done.', content: { 'application/json': { schema, ...toExamples(example) } } }
}

/** All errors of an operation: declared ones, and those every call of its kind can return. */
export function refusalsOf({ audience, method, errors, body, file, whileSuspended }: Operation): ErrorCode[] {
  const isWrite = method !== 'GET'
  const codes: ErrorCode[] = [...errors]
  if (audience !== 'public' && audience !== 'development') codes.push('UNAUTHENTICATED')
  if (audience === 'provider') codes.push('ONBOARDING_REQUIRED')
  if ((audience === 'provider' || audience === 'account') && isWrite && whileSuspended !== 'always')
    codes.push('ACCOUNT_SUSPENDED')
  if (audience === 'marketplace') codes.push('FORBIDDEN')
  if (audience === 'marketplace' && isWrite)
    codes.push('IDEMPOTENCY_KEY_REQUIRED', 'IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_IN_PROGRESS')
  if (body || file) codes.push('PAYLOAD_TOO_LARGE')
  return [...codes, ...REFUSED_ALWAYS]
}

function failures(operation: Operation): Json {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of refusalsOf(operation)) {
    const status = errorStatuses[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${describeMessage(errorMessages[code])}`).join('\n\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    ]),
  )
}

const failureSchema = {
  type: 'object',
  properties: {
    success: { const: false },
    status: { type: 'integer' },
    code: { type: 'string', enum: Object.keys(errorStatuses) },
    message: { type: 'string' },
    issues: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          path: { type: 'array', items: { type: ['string', 'integer'] } },
          field: { type: 'string' },
          code: { type: 'string' },
          minimum: { type: 'number' },
          maximum: { type: 'number' },
          allowed: { type: 'array', items: { type: 'string' } },
          expected: {
            type: 'string',
            description: 'The type expected there, as `{ amount: integer, currency: string }`.',
          },
          message: { type: 'string' },
        },
        required: ['path', 'field', 'code', 'message'],
      },
    },
    details: { type: 'object' },
    requestId: { type: 'string' },
  },
  required: ['success', 'status', 'code', 'message', 'requestId'],
}
