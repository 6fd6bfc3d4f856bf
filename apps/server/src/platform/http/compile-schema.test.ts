import { BookingView } from '@fettle/protocol/bookings'
import { MarketplaceBooking } from '@fettle/protocol/marketplace/bookings'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { compileSchema } from './compile-schema.ts'

const Comment = z.object({
  text: z.string(),
  get replies() {
    return z.array(Comment)
  },
})

const Thing = z.object({
  id: z.string().check(z.minLength(2)),
  tags: z.optional(z.array(z.nullable(z.string()))),
  price: z.nullable(
    z.object({ from: z.int(), to: z.int() }).check(z.refine(({ from, to }) => from <= to, 'Upside down.')),
  ),
  extras: z.looseObject({ kind: z.literal('A') }),
  strict: z.optional(z.strictObject({ only: z.boolean() })),
  either: z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]),
  map: z.record(z.string(), z.unknown()),
  when: z._default(z.iso.datetime(), '2026-03-02T11:00:00Z'),
})

const good = {
  id: 'ab',
  tags: ['x', null],
  price: { from: 1, to: 2, hidden: true },
  extras: { kind: 'A', more: 1 },
  strict: { only: true },
  either: { b: 'b', hidden: true },
  map: { anything: [1] },
  secret: 'never leaves',
}

describe('a compiled schema', () => {
  it.each([
    good,
    { ...good, when: undefined, strict: undefined, tags: undefined, price: null },
    { ...good, id: 'a' },
    { ...good, price: { from: 3, to: 2 } },
    { ...good, extras: { kind: 'B' } },
    { ...good, strict: { only: true, more: 1 } },
    { ...good, either: { c: 1 } },
    { ...good, tags: [1] },
    { ...good, when: 'yesterday' },
    { id: 'ab' },
    null,
    [],
    'text',
  ])('validates %j like the schema', (value) => {
    const [one, other] = [z.safeParse(Thing, value), z.safeParse(compileSchema(Thing), value)]
    expect(other.data).toEqual(one.data)
    expect(other.error?.issues).toEqual(one.error?.issues)
  })

  it('removes undeclared fields', () => {
    expect(JSON.stringify(z.parse(compileSchema(Thing), good))).not.toMatch(/secret|hidden/)
  })

  it('supports recursion', () => {
    const thread = { text: 'a', replies: [{ text: 'b', replies: [], hidden: true }] }
    expect(z.parse(compileSchema(Comment), thread)).toEqual({ text: 'a', replies: [{ text: 'b', replies: [] }] })
  })

  it('is compiled once', () => {
    expect(compileSchema(BookingView)).toBe(compileSchema(BookingView))
    expect(compileSchema(MarketplaceBooking)).not.toBe(MarketplaceBooking)
  })
})
