import { i18n } from '@lingui/core'
import { afterEach, expect, it } from 'vitest'
import { decimalText } from './decimal-text.ts'

afterEach(() => i18n.activate('en'))

it('writes a decimal as the language does', () => {
  expect(['0.5', '12', '2.125'].map(decimalText)).toEqual(['0.5', '12', '2.125'])
  i18n.activate('fr')
  expect(['0.5', '12', '2.125'].map(decimalText)).toEqual(['0,5', '12', '2,125'])
})
