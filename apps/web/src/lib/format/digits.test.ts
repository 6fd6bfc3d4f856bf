import { expect, it } from 'vitest'
import { digitsOf, latinDigits } from './digits.ts'

it('digits may be those of an Arabic or Persian keyboard', () => {
  expect(['٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹', '12 mm'].map(latinDigits)).toEqual(['0123456789', '0123456789', '12 mm'])
  expect(digitsOf(' ١٢٣-456 ')).toBe('123456')
})
