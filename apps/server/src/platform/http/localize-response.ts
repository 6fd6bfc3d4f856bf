import type { Locale } from '@fettle/i18n/locales'
import { LocalizedText, type Failure, type Success } from '@fettle/protocol'
import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'
import { isText, issueIn, textIn, writeTexts, type Text } from '../locale/messages.ts'
import { localeOfRequest } from './locale.ts'
import { addVary } from './vary.ts'

/** Texts of responses are messages until here: they are written in the reader's language when a response is sent. */

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Schema of the data, which is searched for texts of the product (`LocalizedText`). */
    returns?: z.core.$ZodType
  }
}

/** An envelope before its reader's language is known. A string was stored before messages were. */
export type UnlocalizedSuccess = Omit<Success<unknown>, 'message'> & { message: Text | string }
export type UnlocalizedFailure = Omit<Failure, 'message'> & { message: Text | string }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isEnvelope = (body: unknown): body is UnlocalizedSuccess | UnlocalizedFailure =>
  isObject(body) &&
  typeof body['success'] === 'boolean' &&
  (isText(body['message']) || typeof body['message'] === 'string')

// The marketplace API is for programs and their logs, so it stays English.
const isForPeople = (url: string) => url.startsWith('/v2/') && !/^\/v2\/marketplace(?=[/?]|$)/.test(url)

/** Writes the texts of envelopes: of the provider's API in the request's language, of all others in English. */
export function localizeResponses(app: FastifyInstance): void {
  app.addHook('preSerialization', async (request, reply, body: unknown) => {
    if (!isEnvelope(body)) return body
    const { returns } = request.routeOptions.config
    const hasTexts = returns !== undefined && containsText(returns)
    if (!isForPeople(request.url)) return localizeEnvelope('en', body, hasTexts)
    const locale = localeOfRequest(request)
    addVary(reply, 'accept-language', 'cookie')
    reply.header('content-language', locale)
    return localizeEnvelope(locale, body, hasTexts)
  })
}

/** Writes the texts of an envelope. Data is searched for them only if it may contain some. */
export function localizeEnvelope(
  locale: Locale,
  body: UnlocalizedSuccess | UnlocalizedFailure,
  hasTexts: boolean,
): Success<unknown> | Failure {
  const message = typeof body.message === 'string' ? body.message : textIn(locale, body.message)
  if (body.success) return { ...body, message, ...(hasTexts && { data: writeTexts(locale, body.data) }) }
  return {
    ...body,
    message,
    ...(body.issues && { issues: body.issues.map((issue) => issueIn(locale, issue)) }),
    ...(body.details && { details: writeTexts(locale, body.details) }),
  }
}

/** Cached results of `containsText`. */
const containing = new WeakMap<z.core.$ZodType, boolean>()

/** Whether data of a schema may contain texts of the product. */
export function containsText(schema: z.core.$ZodType): boolean {
  const known = containing.get(schema) ?? findText(schema, new Set())
  containing.set(schema, known)
  return known
}

function findText(schema: z.core.$ZodType, seen: Set<z.core.$ZodType>): boolean {
  if (schema === LocalizedText) return true
  if (seen.has(schema)) return false
  seen.add(schema)
  return partsOf(schema).some((part) => findText(part, seen))
}

function partsOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return Object.values<z.core.$ZodType>(def.shape)
    case 'array':
      return [def.element]
    case 'union':
      return def.options
    case 'intersection':
      return [def.left, def.right]
    case 'record':
      return [def.valueType]
    case 'pipe':
      return [def.out]
    case 'lazy':
      return [def.getter()]
    default:
      return 'innerType' in def ? [def.innerType] : []
  }
}
