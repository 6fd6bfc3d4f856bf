import type { Profile } from '@fettle/protocol/accounts/profile'
import { beforeEach, expect, it } from 'vitest'
import { setUpScreen, type } from '../../../testing/screen.tsx'
import * as professionalFieldsModule from '../../../shared/profile-groups/professional-fields.tsx'
import { Professional } from './professional.tsx'
import { replaceExports } from '../../../testing/replace-exports.ts'

replaceExports(professionalFieldsModule, { ProfessionalFields: () => null })

const { draw, field } = setUpScreen()
const profile = { id: 'usr_1', country: 'NG', usualTaxRateBps: 0 } as unknown as Profile
beforeEach(() => sessionStorage.clear())

it('keeps the tax for who comes back from another step', async () => {
  const step = <Professional profile={profile} onDone={() => undefined} />
  await draw(step)
  await type(field('Default tax'), '7.5')
  await draw('Another step')
  await draw(step)
  expect(field('Default tax').value).toBe('7.5')
})
