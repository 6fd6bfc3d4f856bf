import type { RandomChoices } from './random.ts'
import type { RecordedRequest } from './recorder.ts'

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

/** Values that break careless code: of a wrong type, at the edge of a range, too long, or with a meaning elsewhere. */
const HOSTILE_VALUES: readonly Json[] = [
  null,
  true,
  '',
  ' ',
  'x'.repeat(100_000),
  '\0',
  'a\0b',
  '\ud800',
  'x\udc00y',
  '\u202e\u2066',
  '🔧'.repeat(600),
  "'; drop table accounts; --",
  '%_\\',
  '<script>alert(1)</script>',
  '../../../etc/passwd',
  '${7*7}{{7*7}}',
  '=1+1',
  'a\r\nset-cookie: b=c',
  0,
  -1,
  0.1,
  1e308,
  2_147_483_648,
  9_007_199_254_740_991,
  -9_223_372_036_854_775_808,
  '2026-02-30',
  '9999-12-31T23:59:59.999Z',
  '-000001-01-01T00:00:00Z',
  '2026-03-02T11:00:00+14:00',
  'nonsense',
  'bkg_00000000000000000000000000',
  'LTk5OTk5OTk5OTk5OTk5OS5ia2dfMDE',
  [],
  {},
  [null],
  [[[]]],
  { __proto__: null, constructor: { prototype: { polluted: true } } },
]
const HOSTILE_HEADERS: readonly (readonly [name: string, value: string])[] = [
  ['content-type', 'text/plain'],
  ['content-type', 'multipart/form-data'],
  ['content-type', 'application/json; charset=utf-16'],
  ['accept-language', 'xx-'.repeat(500)],
  ['accept-language', '*;q=nonsense'],
  ['accept-encoding', 'gzip;q=0, *;q=nonsense'],
  ['cookie', 'session=%00; locale=../../etc'],
  ['idempotency-key', 'short'],
  ['idempotency-key', 'x'.repeat(300)],
  ['if-match', '"-1"'],
  ['if-none-match', '*'],
  ['range', 'bytes=9-1,5-'],
  ['x-customer-id', 'cus_00000000000000000000000000'],
  ['x-forwarded-for', '127.0.0.1, ::1'],
  ['x-occurred-at', '2999-01-01T00:00:00Z'],
]

const HOSTILE_CREDENTIALS = ['', 'Bearer ', 'Basic YTpi', 'Bearer eyJhbGciOiJub25lIn0.e30.', 'Bearer mk_test_unknown']
/** One change of credentials in this many makes them invalid; the others are somebody else's. */
const INVALID_SHARE = 8

/** A request that differs from a valid one in one to three places. */
export function mutate(
  request: RecordedRequest,
  random: RandomChoices,
  others: readonly RecordedRequest[],
): RecordedRequest {
  let mutated: RecordedRequest = { ...request, headers: withFreshKey(request, random) }
  for (let changes = 1 + random.below(3); changes > 0; changes -= 1) mutated = change(mutated, random, others)
  return mutated
}

/** A repetition would only be answered from the stored response. */
function withFreshKey({ headers }: RecordedRequest, random: RandomChoices): Record<string, string> {
  if (headers['idempotency-key'] === undefined) return headers
  return { ...headers, 'idempotency-key': `fuzz-${random.below(2 ** 31)}-${random.below(2 ** 31)}` }
}

function change(request: RecordedRequest, random: RandomChoices, others: readonly RecordedRequest[]): RecordedRequest {
  const { body, headers } = request
  const json = typeof body === 'string' ? parsed(body) : undefined
  switch (random.below(json === undefined ? 5 : 12)) {
    case 0:
      return { ...request, path: changedPath(request.path, random, others) }
    case 1:
      return { ...request, query: changedQuery(request.query, random) }
    case 2: {
      const [name, value] = random.pick(HOSTILE_HEADERS)
      return { ...request, headers: { ...headers, [name]: value } }
    }
    case 3: {
      const authorization =
        random.below(INVALID_SHARE) === 0
          ? random.pick(HOSTILE_CREDENTIALS)
          : credentialsOfAnother(request, random, others)
      return authorization === undefined ? request : { ...request, headers: { ...headers, authorization } }
    }
    case 4:
      return body instanceof FormData ? { ...request, body: changedForm(body, random) } : request
    case 5:
      return {
        ...request,
        body: random.pick(['', '{', 'null', '[]', '"text"', '{"__proto__":{"a":1}}', nested(5_000)]),
      }
    default:
      return { ...request, body: JSON.stringify(changedJson(json ?? null, random)) }
  }
}

/** Credentials of another caller of the same kind. */
function credentialsOfAnother(
  { headers }: RecordedRequest,
  random: RandomChoices,
  others: readonly RecordedRequest[],
): string | undefined {
  const { authorization } = random.pick(others).headers
  return kindOf(authorization) === kindOf(headers['authorization']) ? authorization : undefined
}

/** A session, an API key, or nothing. */
const kindOf = (authorization: string | undefined) => authorization?.startsWith('Bearer mk_')

/** The value of a body, if an earlier change has left it readable. */
function parsed(body: string): Json | undefined {
  try {
    return JSON.parse(body) as Json
  } catch {
    return undefined
  }
}

function changedPath(path: string, random: RandomChoices, others: readonly RecordedRequest[]): string {
  const segments = path.split('/')
  const at = 1 + random.below(Math.max(1, segments.length - 1))
  const value = random.pick(HOSTILE_VALUES)
  // Half of the time the id of another record, which is well-formed and exists.
  const elsewhere = random.pick(others).path.split('/')
  segments[at] =
    random.below(2) === 0
      ? random.pick(elsewhere)
      : encodeURIComponent((typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed().slice(0, 2_000))
  return segments.join('/') || '/'
}

function changedQuery(query: string, random: RandomChoices): string {
  const parameters = new URLSearchParams(query)
  const usual = ['limit', 'cursor', 'after', 'q', 'status', 'from', 'to', 'range', 'ids', 'sort', 'tab', 'date']
  const name = random.pick([...parameters.keys(), ...usual])
  const value = random.pick(HOSTILE_VALUES)
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 4_000)
  if (random.below(4) === 0) parameters.append(name, text)
  else parameters.set(name, text)
  return parameters.toString()
}

function changedForm(form: FormData, random: RandomChoices): FormData {
  const changed = new FormData()
  for (const [name, value] of form) {
    if (random.below(4) === 0) continue
    changed.append(
      name,
      random.below(2) === 0 ? value : new File([Buffer.alloc(random.below(3_000), 0x25)], '../a.pdf'),
    )
  }
  return changed
}

/** The same value with one part replaced, removed, repeated or added. */
export function changedJson(value: Json, random: RandomChoices): Json {
  const isLeaf = typeof value !== 'object' || value === null || Object.keys(value).length === 0
  if (isLeaf || random.below(6) === 0) return random.pick(HOSTILE_VALUES)
  if (Array.isArray(value)) {
    const at = random.below(value.length)
    if (random.below(4) === 0) return Array.from({ length: 300 }, () => value[at] ?? null)
    return value.with(at, changedJson(value[at] ?? null, random))
  }
  const name = random.pick(Object.keys(value))
  switch (random.below(6)) {
    case 0: {
      const { [name]: _removed, ...others } = value
      return others
    }
    case 1:
      return {
        ...value,
        [random.pick(['id', 'version', 'status', 'unknown', 'constructor'])]: random.pick(HOSTILE_VALUES),
      }
    default:
      return { ...value, [name]: changedJson(value[name] ?? null, random) }
  }
}
