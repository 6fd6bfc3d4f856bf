import { expect, it } from 'vitest'
import { addressLines, addressText } from './address.ts'

const site = { line1: '12 Allen Avenue', line2: 'Flat 3', city: 'Ikeja', state: 'Lagos', postalCode: '100281' }

it('an address has the same order in lines and in one line', () => {
  expect(addressLines(site)).toEqual(['12 Allen Avenue', 'Flat 3', '100281 Ikeja, Lagos'])
  expect(addressText(site)).toBe('12 Allen Avenue, Flat 3, 100281 Ikeja, Lagos')
})

it('an address is the city until the rest is revealed', () => {
  expect(addressLines({ line1: null, line2: null, city: 'Ikeja', state: null, postalCode: null })).toEqual(['Ikeja'])
})

it('a city that is called like its state is named once', () => {
  expect(addressText({ line1: '12 Allen Avenue', city: 'Lagos', state: 'Lagos' })).toBe('12 Allen Avenue, Lagos')
})
