import { expect, it } from 'vitest'
import { press, setUpScreen } from '../../testing/screen.tsx'
import * as profileModule from '../profile/profile.ts'
import { SavedFilters } from './saved-filters.tsx'
import { saveFilter } from './saved-filters-storage.ts'
import { replaceExports } from '../../testing/replace-exports.ts'

replaceExports(profileModule, { useProfile: () => ({ id: 'usr_1' }) as ReturnType<typeof profileModule.useProfile> })

const { draw, button } = setUpScreen()

it('moves the focus to the list when the last saved filter is removed', async () => {
  for (const name of ['Late', 'Mine']) saveFilter({ list: 'bookings', user: 'usr_1' }, { name, search: `q=${name}` })
  await draw(
    <main id="main" tabIndex={-1}>
      <SavedFilters params={['q']} narrowing={['q']} />
    </main>,
    '/bookings',
  )
  const remove = async (name: string) => {
    button(`Remove ${name}`).focus()
    await press(button(`Remove ${name}`))
    return document.activeElement
  }
  expect(await remove('Late')).toBe(button('Remove Mine'))
  expect(await remove('Mine')).toBe(document.getElementById('main'))
})
