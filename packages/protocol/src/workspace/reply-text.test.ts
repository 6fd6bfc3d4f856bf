import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unfilledVariables, fillReply, replyVariables } from './reply-text.ts'

describe('the text of a quick reply', () => {
  it('replaces variables by their values', () => {
    const values = { 'customer.firstName': 'Chidi', 'booking.time': '09:00' }
    expect(fillReply('Hi {{customer.firstName}}, I come at {{ booking.time }}.', values)).toBe(
      'Hi Chidi, I come at 09:00.',
    )
  })

  it('uses fallbacks, and otherwise leaves blanks', () => {
    const text = 'On {{booking.date|soon}} at {{booking.address}}, {{price}}, {{toString}}'
    expect(fillReply(text, { 'booking.date': null })).toBe('On soon at {{booking.address}}, {{price}}, {{toString}}')
    expect(fillReply('{{booking.date| }}', {})).toBe('{{booking.date| }}')
    expect(fillReply('{{booking.date|soon}}', { 'booking.date': 'Monday' })).toBe('Monday')
  })

  it('finds blanks', () => {
    expect(unfilledVariables('At {{booking.time}} for {{price}}.')).toEqual([
      { start: 3, end: 19, text: '{{booking.time}}' },
      { start: 24, end: 33, text: '{{price}}' },
    ])
    expect(unfilledVariables('Nothing {here} {{}} or }}there{{')).toEqual([])
  })

  it('has no blanks once every variable has a value', () => {
    const plain = fc.string().map((text) => text.replace(/[{}]/g, ''))
    const values = Object.fromEntries(replyVariables.map((name) => [name, `<${name}>`]))
    fc.assert(
      fc.property(
        fc.array(fc.oneof(plain, fc.constantFrom(...replyVariables.map((name) => `{{${name}}}`)))),
        (parts) => {
          const filled = fillReply(parts.join(''), values)
          expect(unfilledVariables(filled)).toEqual([])
          expect(filled).toBe(parts.join('').replaceAll(/\{\{(.*?)\}\}/g, '<$1>'))
        },
      ),
    )
  })
})
