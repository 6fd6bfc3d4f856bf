import { i18n } from '@lingui/core'
import { expect, it } from 'vitest'
import { setUpScreen } from '../../../testing/screen.tsx'
import { CountryChoice } from './country-choice.tsx'

const { draw } = setUpScreen()

it('names the countries in the language of the page, not in that of the browser', async () => {
  i18n.loadAndActivate({ locale: 'fr', messages: {} })
  await draw(<CountryChoice country="DE" onCountry={() => undefined} />)
  expect(document.querySelector('option[value=DE]')?.textContent).toBe('Allemagne (+49)')
})
