import { describe, expect, it } from 'vitest'
import {
  amountInput,
  parseAmount,
  parseBasisPoints,
  parseDecimal,
  percentInput,
  quantityInput,
  parseQuantity,
  parseSigned,
  parseWholeNumber,
} from './amounts.ts'

describe('a typed number', () => {
  it.each([
    ['1200', '1200'],
    ['1,200.50', '1200.5'],
    ['1.200,50', '1200.5'],
    ['1 200,5', '1200.5'],
    ['₦1,200', '1200'],
    ['1,200,000', '1200000'],
    ['0.125', '0.125'],
    ['.5', '0.5'],
    ['2,5', '2.5'],
    ['007', '7'],
    ['NGN 45 000', '45000'],
    ['45 000 NGN', '45000'],
    ['Rs. 1,00,000', '100000'],
    ['د.إ. ١٢٠', '120'],
    ['7.5 %', '7.5'],
    ['1.', '1'],
    ['١٬٢٠٠٫٥٠', '1200.5'],
  ])('%s is %s with a decimal point', (typed, decimal) => {
    expect(parseDecimal(typed, '.')).toBe(decimal)
  })

  it('with one separator before three digits depends on the region', () => {
    expect([parseDecimal('1,200', '.'), parseDecimal('1,200', ','), parseDecimal('1.200', ',')]).toEqual([
      '1200',
      '1.2',
      '1200',
    ])
  })

  it.each([
    '',
    'ten',
    '-5',
    '1-2',
    '.',
    'e',
    '12 or 15',
    '12 15',
    '1,2,3',
    '1,2000',
    '1.2,3.4',
    `1${'a'.repeat(200)}1`,
  ])('is invalid: %j', (typed) => expect(parseDecimal(typed, '.')).toBeUndefined())
})

describe('amounts', () => {
  it('are converted to minor units and back', () => {
    expect(parseAmount('1,200.5', 'NGN')).toBe(120_050)
    expect(parseAmount('1200', 'JPY')).toBe(1200)
    expect([amountInput(120_050, 'NGN'), amountInput(120_000, 'NGN'), amountInput(1200, 'JPY')]).toEqual([
      '1,200.50',
      '1,200',
      '1,200',
    ])
  })

  it('may be below zero where reductions are allowed', () => {
    const naira = (typed: string) => parseSigned(typed, (text) => parseAmount(text, 'NGN'))
    expect(['1,200', '-1,200', ' − ١٬٢٠٠', '-0', '--1', '1-2', ''].map(naira)).toEqual([
      120_000,
      -120_000,
      -120_000,
      0,
      undefined,
      undefined,
      undefined,
    ])
  })

  it('are refused instead of rounded, and above the limit', () => {
    expect([parseAmount('0.005', 'NGN'), parseAmount('1.5', 'JPY'), parseAmount('99999999999999', 'NGN')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

it('percentages become basis points, and none when empty', () => {
  expect([parseBasisPoints('7.5', 5000), parseBasisPoints('7,5 %', 5000), parseBasisPoints('', 5000)]).toEqual([
    750, 750, 0,
  ])
  expect([parseBasisPoints('50.01', 5000), parseBasisPoints('7.555', 5000)]).toEqual([undefined, undefined])
  expect(percentInput(750)).toBe('7.5')
})

it('whole numbers have an upper limit, and empty is none', () => {
  expect(['', '12', '١٢', '1,000'].map((typed) => parseWholeNumber(typed))).toEqual([0, 12, 12, 1000])
  expect([
    parseWholeNumber('121', 120),
    parseWholeNumber('1.5'),
    parseWholeNumber('-1'),
    parseWholeNumber('1e2'),
  ]).toEqual(Array(4).fill(undefined))
})

it('quantities keep three decimals, and are above zero', () => {
  expect([parseQuantity('2,5'), parseQuantity('0.125'), parseQuantity('1000')]).toEqual(['2.5', '0.125', '1000'])
  expect([parseQuantity('0'), parseQuantity('1.2345'), parseQuantity('100000'), parseQuantity('')]).toEqual(
    Array(4).fill(undefined),
  )
  expect(quantityInput('2.5')).toBe('2.5')
})
