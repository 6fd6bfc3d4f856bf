import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { ignoredInput } from './ignored-input.ts'

const body = z.object({
  title: z.string(),
  day: z.pipe(
    z.string(),
    z.transform((text) => new Date(text)),
  ),
  price: z.optional(z.object({ amount: z.number() })),
  lines: z.optional(z.array(z.object({ name: z.string() }))),
  facts: z.optional(z.record(z.string(), z.string())),
})
const ignored = (sent: object) =>
  ignoredInput({ query: {}, body: sent }, { body: z.parse(body, { title: 'Tap', day: '2026-01-01', ...sent }) })

describe('ignored input', () => {
  it('is empty where everything is read', () => {
    expect(ignored({ title: 'Tap', day: '2026-01-01', price: { amount: 1 }, facts: { any: 'name' } })).toEqual([])
  })

  it('names unknown fields at every depth', () => {
    const sent = { titel: 'Tap', price: { amount: 1, curency: 'NGN' }, lines: [{ name: 'a' }, { name: 'b', qty: 2 }] }
    expect(ignored(sent)).toEqual(['body.titel', 'body.price.curency', 'body.lines.1.qty'])
  })

  it('names query parameters and bodies of operations that read none', () => {
    expect(ignoredInput({ query: { page: '2' }, body: { title: 'Tap' } }, {})).toEqual(['query.page', 'body.title'])
  })

  it('names at most twenty', () => {
    const query = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`p${index}`, '']))
    expect(ignoredInput({ query, body: {} }, {})).toHaveLength(20)
  })
})
