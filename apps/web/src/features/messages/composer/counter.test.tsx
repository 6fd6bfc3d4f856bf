import { i18n } from '@lingui/core'
import { chatLimits } from '@fettle/protocol/chat/core/limits'
import { expect, it } from 'vitest'
import { formatter } from '../../../lib/format/dates.ts'
import { setUpScreen } from '../../../testing/screen.tsx'
import { createComposerText } from './composer-text.ts'
import { Counter } from './field.tsx'

const { draw, text } = setUpScreen()

it('counts as numbers are written in the language', async () => {
  i18n.loadAndActivate({ locale: 'fr', messages: {} })
  const most = chatLimits.messageCharacters
  await draw(<Counter composerText={createComposerText('a'.repeat(most))} />)
  expect(text().trim()).toBe(`${formatter().number(most)}/${formatter().number(most)}`)
})
