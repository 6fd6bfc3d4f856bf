import type { SecondFactor } from '@fettle/protocol/accounts/second-factor'
import { act } from 'react'
import { expect, it } from 'vitest'
import * as apiModule from '../../../lib/http/api.ts'
import { replaceExports } from '../../../testing/replace-exports.ts'
import { setUpScreen, settle } from '../../../testing/screen.tsx'
import { SecondFactorsCard } from './second-factors-card.tsx'

const factorOf = (name: string): SecondFactor => ({
  id: `fac_${name}`,
  kind: 'PASSKEY',
  name,
  createdAt: '2026-11-01T09:00:00Z',
  lastUsedAt: null,
})
const server = { factors: [] as SecondFactor[] }
replaceExports(apiModule, {
  call: async ({ name }: { name: string }, { params }: { params?: { id: string } }) => {
    if (name === 'secondFactors.list')
      return { factors: server.factors, recoveryCodesLeft: 8, rememberedDevices: [], resetAt: null }
    // The dialog has closed before the answer arrives.
    await new Promise((resolve) => setTimeout(resolve, 5))
    server.factors = server.factors.filter(({ id }) => id !== params?.id)
    return undefined
  },
})

const { draw, button } = setUpScreen()

/** Removes a factor as the keyboard does: jsdom does not focus what is clicked. */
async function remove(name: string): Promise<void> {
  const press = (label: string) =>
    act(async () => {
      button(label).focus()
      button(label).click()
    })
  await press(`Remove ${name}`)
  const confirm = [...document.querySelectorAll<HTMLElement>('dialog button')].at(-1)
  await act(async () => confirm?.click())
  await settle()
}

it('moves the focus to the factor beside a removed one, and to the page after the last', async () => {
  server.factors = [factorOf('Laptop'), factorOf('Phone')]
  await draw(
    <main id="main" tabIndex={-1}>
      <SecondFactorsCard />
    </main>,
  )
  await settle()
  await remove('Laptop')
  expect(button('Remove Laptop')).toBeUndefined()
  expect(document.activeElement).toBe(button('Remove Phone'))
  await remove('Phone')
  expect(document.activeElement?.id).toBe('main')
})
