import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'

type Schema = z.core.$ZodType

/**
 * Who may call an operation. Each audience has its own router on the server.
 * - `public`: anybody
 * - `account`: a signed-in provider, onboarded or not
 * - `provider`: a signed-in, onboarded provider
 * - `marketplace`: an API key with `scope`
 * - `development`: anybody, only where `/dev/outbox` exists
 */
export type Audience = 'public' | 'account' | 'provider' | 'marketplace' | 'development'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export const marketplaceScopes = [
  'customers',
  'providers',
  'bookings',
  'offers',
  'contracts',
  'payments',
  'messages',
  'reviews',
  'webhooks',
  'operator',
  'simulator',
] as const
export type MarketplaceScope = (typeof marketplaceScopes)[number]

export type FileType = 'application/pdf' | 'text/csv' | 'text/calendar'

interface OperationDefinition<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Returns extends Schema = Schema,
> {
  /** `noun.verb`, unique: operationId in OpenAPI, query key on the web, metric label. */
  readonly name: string
  readonly method: Method
  /** With `:name` parameters, as `/v2/bookings/:id`. */
  readonly path: string
  readonly audience: Audience
  readonly scope?: MarketplaceScope
  /**
   * What a suspended provider may call besides reads. `always`: concerns the account itself or changes nothing.
   * `running`: finishes a running job, namely the booking in the path.
   */
  readonly whileSuspended?: 'always' | 'running'
  /** Summary in the API documentation: imperative verb, noun, constraint. */
  readonly summary: string
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  /** Multipart form: the name of the file field. `body` describes the other fields. */
  readonly file?: string
  /** The file is optional: the other fields may also come as JSON. */
  readonly fileOptional?: true
  /** HTTP status of success. Defaults to 200. */
  readonly status?: 200 | 201 | 202
  /** The `data` of the success envelope. */
  readonly returns: Returns
  /** Fields of `data` that the envelope repeats at its top level, for clients that expect them there. */
  readonly topLevel?: readonly string[]
  /** A read that returns a file of one of these types instead of the envelope. `returns` is `z.unknown()` then. */
  readonly produces?: FileType | readonly FileType[]
  /** Errors beyond those every call can return (400, 401, 422, 429, 500). Default: none. */
  readonly errors?: readonly ErrorCode[]
}

export interface Operation<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Returns extends Schema = Schema,
> extends OperationDefinition<Params, Query, Body, Returns> {
  readonly errors: readonly ErrorCode[]
}

/** Declares one call. The server's route, the web client, OpenAPI and the tests all derive from it. */
export function operation<
  Returns extends Schema,
  Params extends Schema | undefined = undefined,
  Query extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
>(
  definition: OperationDefinition<Params, Query, Body, Returns> & {
    readonly topLevel?: readonly (keyof z.core.output<Returns>)[]
  },
): Operation<Params, Query, Body, Returns> {
  return { errors: [], ...definition }
}

/**
 * Declares the actions on one kind of record, each `POST {path}/:id/{segment}`. An action returns the record; `errors`
 * are those of every action, and `params` those of an action that names none.
 */
export const recordAction =
  <Returns extends Schema, OwnParams extends Schema>({
    noun,
    path,
    params: ownParams,
    errors: always,
    ...about
  }: Pick<Operation, 'audience' | 'scope' | 'whileSuspended'> & {
    /** First part of the operations' names: `bookings` of `bookings.accept`. */
    noun: string
    path: string
    params: OwnParams
    returns: Returns
    errors: readonly ErrorCode[]
  }) =>
  <Body extends Schema, Params extends Schema = OwnParams>(
    name: string,
    action: {
      /** End of the path. Defaults to the name, `request-fix` of `requestFix`. */
      segment?: string
      summary: string
      params?: Params
      body: Body
      errors?: readonly ErrorCode[]
    },
  ) => {
    const { segment = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), errors = [] } = action
    return operation({
      ...about,
      name: `${noun}.${name}`,
      method: 'POST',
      path: `${path}/:id/${segment}`,
      summary: action.summary,
      params: (action.params ?? ownParams) as Params,
      body: action.body,
      errors: [...always, ...errors],
    })
  }

declare const operationType: unique symbol

/**
 * What a caller needs to send a call: an operation as plain data. Carries the operation's type, so that input and result
 * are typed without loading its schemas. Each noun's `calls.ts` has one per operation.
 */
export interface Call<O extends Operation = Operation> extends Pick<Operation, 'name' | 'method' | 'path' | 'file'> {
  /** Exists as a type only. */
  readonly [operationType]?: O
}

type Parsed<S> = S extends Schema ? z.core.output<S> : undefined
// An optional property's type includes undefined, whether or not the operation declares it.
type Part<S> = [Exclude<S, undefined>] extends [never] ? undefined : Parsed<Exclude<S, undefined>>
type Raw<S> = S extends Schema ? z.core.input<S> : undefined
type InputPart<K extends string, S> = S extends Schema ? { [P in K]: Raw<S> } : object

/** The input of a handler: parsed, with defaults filled in. */
export type Received<O extends Operation> = {
  params: Part<O['params']>
  query: Part<O['query']>
  body: Part<O['body']>
}

/** A browser's `File` or `Blob`, declared without the platform's types. */
export interface FileLike {
  readonly size: number
  readonly type: string
}

/** The caller's input of an operation or a call: only the parts the operation declares. */
export type CallInput<O> =
  O extends Operation<infer P, infer Q, infer B>
    ? InputPart<'params', P> &
        (Q extends Schema ? { query?: Raw<Q> } : object) &
        InputPart<'body', B> & { file?: FileLike }
    : O extends Call<infer Called>
      ? CallInput<Called>
      : never

/** The `data` of a successful answer to an operation or a call. */
export type Result<O> =
  O extends Operation<infer _P, infer _Q, infer _B, infer R>
    ? z.core.output<R>
    : O extends Call<infer Called>
      ? Result<Called>
      : never

/** The `data` a handler returns, before output parsing. */
export type OperationResult<O extends Operation> = z.core.input<O['returns']>

/** Fills and escapes `:name` parameters of a path. Throws when one is missing. */
export function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined || value === null) throw new Error(`Missing path parameter ${name} of ${path}`)
    return encodeURIComponent(String(value))
  })
}
