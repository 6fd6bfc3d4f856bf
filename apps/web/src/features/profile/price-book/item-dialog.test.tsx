import { expect, it } from 'vitest'
import { setUpScreen, type } from '../../../testing/screen.tsx'
import * as profileModule from '../../../shared/profile/profile.ts'
import { replaceExports } from '../../../testing/replace-exports.ts'
import { ItemDialog } from './item-dialog.tsx'

replaceExports(profileModule, { useProfile: () => ({ usualTaxRateBps: 750 }) })

const { draw, field } = setUpScreen()

it('keeps a new item until it is saved, whatever ends the session', async () => {
  const open = (key: string) => draw(<ItemDialog key={key} item={undefined} country="NG" onClose={() => undefined} />)
  await open('first')
  await type(field('Name'), 'Ball valve')
  await type(field('Unit price'), '4500')
  await open('later')
  expect([field('Name').value, field('Unit price').value, field('Tax').value]).toEqual(['Ball valve', '4500', '7.5'])
})
