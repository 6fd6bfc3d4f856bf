import { i18n } from '@lingui/core'
import { expect, it } from 'vitest'
import { formatter } from '../../lib/format/dates.ts'
import { setUpScreen } from '../../testing/screen.tsx'
import { TextAreaField } from './field.tsx'

const { draw, text } = setUpScreen()

it('counts characters as numbers are written in the language', async () => {
  i18n.loadAndActivate({ locale: 'fr', messages: {} })
  await draw(<TextAreaField label="Travaux" count={{ used: 19_000, of: 20_000 }} />)
  expect(text()).toContain(`${formatter().number(19_000)}/${formatter().number(20_000)}`)
})
