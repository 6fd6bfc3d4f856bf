import { expect, it } from 'vitest'
import { toRtlLines } from './rtl-lines.ts'

/** The lines as they are seen, every character ten points wide. Arabic is drawn by its font, so it is kept as written. */
const seen = (text: string, width = 1000) =>
  toRtlLines(text, { width, weight: 400, country: 'NG', widthOf: (run) => run.text.length * 10 }).map(({ pieces }) =>
    [...pieces]
      .sort((a, b) => a.x - b.x)
      .map((piece) => piece.text)
      .join(''),
  )

it('orders Arabic words from right to left, and numbers and names in them from left to right', () => {
  expect(seen('فاتورة 12 مارس')).toEqual(['مارس 12 فاتورة'])
  expect(seen('إلى \u2068Chidi Okafor\u2069 اليوم')).toEqual(['اليوم Chidi Okafor إلى'])
})

it('mirrors brackets in Arabic text', () => {
  expect(seen('عمل (الطابق) هنا')).toEqual(['هنا (الطابق) عمل'])
  expect(
    toRtlLines('عمل (هنا', { width: 999, weight: 400, country: 'NG', widthOf: () => 1 })[0]?.pieces,
  ).toContainEqual(expect.objectContaining({ text: ')' }))
})

it('hands Arabic digits to their font in reverse, because it draws from right to left', () => {
  expect(seen('عام ٢٠٢٦')).toEqual(['٦٢٠٢ عام'])
})

it('keeps phone numbers and addresses in the order of their letters', () => {
  expect(seen('+234 803 123 4567')).toEqual(['+234 803 123 4567'])
  expect(seen('12 Marina Road, Lagos')).toEqual(['12 Marina Road, Lagos'])
})

it('breaks lines between words and at line ends', () => {
  expect(seen('واحد اثنان\nثلاثة', 60)).toEqual(['واحد', 'اثنان', 'ثلاثة'])
  expect(seen('')).toEqual([''])
})

it('breaks a word that is wider than the line, such as a hash or an address, and keeps its order', () => {
  expect(seen('abcdefghijkl m', 50)).toEqual(['abcde', 'fghij', 'kl m'])
  expect(seen('بصمة: abcdefghijkl', 60)).toEqual([':بصمة', 'abcdef', 'ghijkl'])
  expect(seen('https://fettle.test/abc', 100)).toEqual(['https://fe', 'ttle.test/', 'abc'])
})

it('breaks a wide word between letters as they are seen', () => {
  expect(seen('e\u0301e\u0301e\u0301', 40)).toEqual(['e\u0301e\u0301', 'e\u0301'])
})
