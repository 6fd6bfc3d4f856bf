import { toIssues, withoutMessages, type Issue } from '@fettle/protocol'
import { issueIn } from '../../locale/messages.ts'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { withExpectedType } from './expected-shape.ts'

/** Issues of an input, in English. */
function issuesFor(schema: z.ZodMiniType, raw: unknown): Issue[] {
  const parsed = z.safeParse(schema, raw, withoutMessages)
  const wrongTypes = parsed.error?.issues.filter(({ code }) => code === 'invalid_type').map(({ path }) => path) ?? []
  const issues = parsed.error ? toIssues(parsed.error, raw) : []
  return issues.map((issue) => issueIn('en', withExpectedType(issue, schema, wrongTypes)))
}

/** Messages of an input by path. */
const messagesFor = (schema: z.ZodMiniType, raw: unknown): Record<string, string> =>
  Object.fromEntries(issuesFor(schema, raw).map(({ path, message }) => [path.join('.'), message]))

const schema = z.object({
  price: z.nullable(z.object({ amount: z.int(), currency: z.string() })),
  tags: z.optional(z.array(z.string())),
  lines: z.array(z.object({ kind: z.enum(['LABOUR', 'MATERIAL']), count: z.optional(z.number()) })),
  limits: z.optional(z.record(z.string(), z.int())),
})

it('names the fields of an object', () => {
  expect(messagesFor(schema, { price: 15_000, lines: [] })).toEqual({
    price: 'Send a value of type { amount: integer, currency: string } | null.',
  })
})

it('names the type within objects, lists and records', () => {
  const raw = {
    price: { amount: '15', currency: 1 },
    tags: 'a',
    lines: [{ kind: 'LABOUR', count: '2' }],
    limits: { a: 'b' },
  }
  expect(messagesFor(schema, raw)).toEqual({
    'price.amount': 'Send a value of type integer.',
    'price.currency': 'Send a value of type string.',
    tags: 'Send a value of type string[].',
    'lines.0.count': 'Send a value of type number.',
    'limits.a': 'Send a value of type integer.',
  })
})

it('writes out the objects of a list, and marks optional fields', () => {
  expect(messagesFor(schema, { price: null, lines: ['tap'] })).toEqual({
    'lines.0': 'Send a value of type { kind: "LABOUR" | "MATERIAL", count?: number }.',
  })
})

it('keeps the messages of missing fields and other checks', () => {
  expect(messagesFor(schema, { price: null, lines: [{ kind: 'TRAVEL' }] })).toEqual({
    'lines.0.kind': 'Choose one of the options.',
  })
  expect(messagesFor(schema, { price: null })).toEqual({ lines: 'This field is required.' })
})

it('names what is expected in every issue, with the format of texts', () => {
  const booking = z.object({
    id: z.string().check(z.regex(/^bkg_\w+$/)),
    startAt: z.iso.datetime(),
    day: z.optional(z.iso.date()),
    price: z.object({ amount: z.int() }),
    title: z.pipe(
      z.string(),
      z.transform((text) => text.trim()),
    ),
  })
  const issues = issuesFor(booking, { id: 'b1', startAt: 'tomorrow', day: 'Monday', title: 5 })
  expect(Object.fromEntries(issues.map(({ field, expected }) => [field, expected]))).toEqual({
    id: 'string (^bkg_\\w+$)',
    startAt: 'string (date-time)',
    day: 'string (date)',
    price: '{ amount: integer }',
    title: 'string',
  })
})
