import { describe, expect, it } from 'vitest'
import { fromJsonRow } from './json-rows.ts'

interface Row {
  id: string
  sentAt: Date
  readAt: Date | null
  /** Text of a JSON column that looks like an instant stays text. */
  content: { at: string }
}

describe('a row from JSON', () => {
  it('has its instants to the millisecond, and nothing else changed', () => {
    const content = { at: '2026-03-01T12:00:00+00:00' }
    const row = { id: 'a', sentAt: '2026-03-01T12:00:00.123456+00:00', readAt: null, content }
    expect(fromJsonRow<Row>(row, { sentAt: true, readAt: true })).toEqual({
      id: 'a',
      sentAt: new Date('2026-03-01T12:00:00.123Z'),
      readAt: null,
      content,
    })
  })
})
