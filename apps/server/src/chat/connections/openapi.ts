import { refusalMessages } from '@fettle/protocol/chat/chat.messages'
import { chatErrors, type ChatErrorName } from '@fettle/protocol/chat/core/errors'
import { chatBase, type ChatOperation } from '@fettle/protocol/chat/core/operation'
import { chatHeaders } from '@fettle/protocol/chat/connection/token'
import * as z from 'zod/mini'

type Json = Record<string, unknown>

/** Errors of every call. */
const ALWAYS: readonly ChatErrorName[] = [
  'INTERNAL',
  'ACCESS_KEY',
  'AUTHENTICATION_FAILED',
  'INPUT',
  'NOT_ALLOWED',
  'RATE_LIMIT',
  'PAYLOAD_TOO_BIG',
  'REQUEST_TIMEOUT',
  'HEADERS_TOO_BIG',
  'TOKEN_EXPIRED',
  'TOKEN_NOT_YET_VALID',
  'TOKEN_USED_BEFORE_ISSUE',
  'TOKEN_SIGNATURE_INVALID',
  'APP_SUSPENDED',
]

/** OpenAPI 3.1 of the chat, from the same declarations both transports serve. */
export function toOpenApi(operations: readonly ChatOperation[]): Json {
  const paths: Record<string, Json> = {}
  for (const operation of operations) {
    const path = chatBase + operation.path.replace(/:([A-Za-z]+)/g, '{$1}')
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: toPathItem(operation) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Fettle chat',
      version: '1',
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
      description:
        'The chat service. Its socket takes the same calls and sends the events listed in docs/reference/chat-protocol.md.',
    },
    servers: [{ url: '/' }],
    security: [{ appKey: [], token: [] }],
    paths,
    components: {
      securitySchemes: {
        appKey: { type: 'apiKey', in: 'header', name: chatHeaders.appKey, description: 'Public.' },
        token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'HS256, of a user or a server.' },
      },
      schemas: { ChatFailure: failure },
    },
  }
}

const failure = {
  type: 'object',
  required: ['code', 'message', 'reason', 'statusCode', 'retryable'],
  properties: {
    code: { enum: Object.values(chatErrors).map(({ code }) => code) },
    message: { type: 'string', description: 'In English.' },
    reason: {
      type: 'object',
      description: 'The message as code and parameters, for clients in other languages.',
      required: ['code'],
      properties: { code: { type: 'string' }, params: { type: 'object' } },
    },
    statusCode: { type: 'integer' },
    retryable: { type: 'boolean' },
    details: { type: 'object' },
  },
}

function toPathItem({ name, method, path, by, summary, input, returns, errors }: ChatOperation): Json {
  const { properties = {}, required = [] } = jsonSchema(input, 'input') as { properties?: Json; required?: string[] }
  const inPath = Array.from(path.matchAll(/:(\w+)/g), ([, field]) => String(field))
  const otherFields = Object.keys(properties).filter((field) => !inPath.includes(field))
  const inQuery = method === 'GET' || method === 'DELETE'
  const parameter = (location: string) => (field: string) => ({
    name: field,
    in: location,
    required: location === 'path' || required.includes(field),
    schema: properties[field],
  })
  return {
    operationId: name,
    summary,
    tags: [name.split('.')[0]],
    ...(by === 'server' ? { description: 'With a server token only.' } : {}),
    parameters: [
      ...inPath.map(parameter('path')),
      ...(inQuery ? otherFields.map(parameter('query')) : []),
      ...(by === 'user' ? [actAs] : []),
    ],
    ...(inQuery || otherFields.length === 0 ? {} : { requestBody: bodyOf(properties, otherFields, required) }),
    responses: { 200: { description: 'Done.', content: json(jsonSchema(returns, 'output')) }, ...refusals(errors) },
  }
}

const actAs = {
  name: chatHeaders.actAs,
  in: 'header',
  required: false,
  description: 'With a server token: id of the user for whom it acts.',
  schema: { type: 'string' },
}

function bodyOf(properties: Json, fields: readonly string[], required: readonly string[]): Json {
  const schema = {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field, properties[field]])),
    required: fields.filter((field) => required.includes(field)),
  }
  return { required: schema.required.length > 0, content: json(schema) }
}

/** Responses by status, each with its possible codes. */
function refusals(errors: readonly ChatErrorName[]): Json {
  const byStatus = new Map<number, ChatErrorName[]>()
  for (const name of new Set([...errors, ...ALWAYS])) {
    const { statusCode } = chatErrors[name]
    byStatus.set(statusCode, [...(byStatus.get(statusCode) ?? []), name])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, names]) => [
      status,
      {
        description: names
          .map((name) => `${chatErrors[name].code}: ${refusalMessages[chatErrors[name].reason]}`)
          .join('\n'),
        content: json({ $ref: '#/components/schemas/ChatFailure' }),
      },
    ]),
  )
}

const json = (schema: unknown) => ({ 'application/json': { schema } })

function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  }) as Json
  return rest
}
