import { describeMessage } from '@fettle/i18n/describe-message'
import { errorCatalogue, LocalizedText, type ErrorCode, type Operation } from '@fettle/protocol'
import { errorMessages } from '@fettle/protocol/core/errors.messages'
import * as z from 'zod/mini'

const REFUSED_ALWAYS = ['BAD_REQUEST', 'VALIDATION_FAILED', 'RATE_LIMITED', 'INTERNAL'] as const

type Json = Record<string, unknown>

/** OpenAPI 3.1 of the served operations, from the same declarations as the routes. */
export function toOpenApi(
  operations: readonly Operation[],
  info: { title: string; version: string; description: string },
): Json {
  const paths: Record<string, Json> = {}
  for (const operation of operations) {
    const path = operation.path.replace(/:([A-Za-z]+)/g, '{$1}')
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: toPathItem(operation) }
  }
  return {
    openapi: '3.1.0',
    info,
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

/** The first sentence of a summary is its heading in the reference, the rest its description. */
function headed(text: string): { summary: string; description?: string } {
  const [, summary, description] = /^(.*?)\.(?:\s+(.+))?$/s.exec(text) ?? [undefined, text]
  return { summary: summary ?? text, ...(description && { description }) }
}

function toPathItem(operation: Operation): Json {
  const status = operation.status ?? 200
  const write = operation.method !== 'GET'
  return {
    operationId: operation.name,
    ...headed(operation.summary),
    tags: [groupOf(operation)],
    ...(operation.audience === 'account' || operation.audience === 'provider' ? { security: [{ session: [] }] } : {}),
    ...(operation.audience === 'marketplace' ? { security: [{ marketplaceKey: [operation.scope] }] } : {}),
    parameters: [
      ...parameters(operation.params, 'path'),
      ...parameters(operation.query, 'query'),
      ...(operation.audience === 'marketplace' && write
        ? [
            {
              name: 'Idempotency-Key',
              in: 'header',
              required: true,
              description: 'A unique key for this write. Repeating it within 48 hours returns the first answer.',
              schema: { type: 'string', minLength: 8, maxLength: 255 },
            },
          ]
        : []),
      ...(operation.audience === 'marketplace'
        ? [
            {
              name: 'X-Customer-Id',
              in: 'header',
              required: false,
              description: 'The customer the call acts for, unless its body or query names one.',
              schema: { type: 'string' },
            },
          ]
        : []),
    ],
    ...requestBody(operation),
    responses: { [status]: success(operation, status), ...failures(operation) },
  }
}

/** Tag of an operation: its noun, for the marketplace the noun of its path. */
export const groupOf = ({ name, audience, path }: Operation): string =>
  audience === 'marketplace' ? `marketplace ${path.split('/')[3]}` : (name.split('.')[0] ?? name)

const jsonSchema = (schema: z.core.$ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: made }) => {
      if (zodSchema === LocalizedText) made.type = 'string'
    },
    target: 'draft-2020-12',
  }) as Json
  return rest
}

function parameters(schema: z.core.$ZodType | undefined, location: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as { properties?: Json; required?: string[] }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: property,
  }))
}

function requestBody({ body, file, fileOptional }: Operation): Json {
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
  return body
    ? { requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(body, 'input') } } } }
    : {}
}

const ignoredSchema = {
  type: 'array',
  items: { type: 'string' },
  description: 'Fields and query parameters that were sent and are not read, such as `query.pgae`.',
}

function success({ returns, produces, topLevel = [] }: Operation, status: number): Json {
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
  return { description: 'Done.', content: { 'application/json': { schema } } }
}

/** All errors of an operation: declared ones, and those every call of its kind can return. */
export function refusalsOf(operation: Operation): ErrorCode[] {
  const guarded = operation.audience !== 'public' && operation.audience !== 'development'
  return [
    ...operation.errors,
    ...(guarded ? (['UNAUTHENTICATED'] as const) : []),
    ...(operation.audience === 'provider' ? (['ONBOARDING_REQUIRED'] as const) : []),
    ...((operation.audience === 'provider' || operation.audience === 'account') &&
    operation.method !== 'GET' &&
    operation.whileSuspended !== 'always'
      ? (['ACCOUNT_SUSPENDED'] as const)
      : []),
    ...(operation.audience === 'marketplace' ? (['FORBIDDEN'] as const) : []),
    ...(operation.audience === 'marketplace' && operation.method !== 'GET'
      ? (['IDEMPOTENCY_KEY_REQUIRED', 'IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_IN_PROGRESS'] as const)
      : []),
    ...(operation.body || operation.file ? (['PAYLOAD_TOO_LARGE'] as const) : []),
    // While the scanner is unavailable.
    ...(operation.file ? (['MAINTENANCE'] as const) : []),
    ...REFUSED_ALWAYS,
  ]
}

function failures(operation: Operation): Json {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of refusalsOf(operation)) {
    const { status } = errorCatalogue[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, named]) => [
      status,
      {
        description: named.map((code) => `\`${code}\`: ${describeMessage(errorMessages[code])}`).join('\n\n'),
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
    code: { type: 'string', enum: Object.keys(errorCatalogue) },
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
