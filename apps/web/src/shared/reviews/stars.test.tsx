import { i18n } from '@lingui/core'
import { expect, it } from 'vitest'
import { setUpScreen } from '../../testing/screen.tsx'
import { Stars } from './stars.tsx'

const { draw } = setUpScreen()

it('names an average as numbers are written in the language', async () => {
  i18n.loadAndActivate({ locale: 'fr', messages: {} })
  await draw(<Stars value={4.7} />)
  expect(document.querySelector('[role=img]')?.ariaLabel).toMatch(/^4,7 /)
})
