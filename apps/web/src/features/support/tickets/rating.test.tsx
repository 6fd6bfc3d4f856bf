import type { Ticket } from '@fettle/protocol/support/tickets'
import { beforeEach, expect, it } from 'vitest'
import { press, setUpScreen, settle, type } from '../../../testing/screen.tsx'
import * as apiModule from '../../../lib/http/api.ts'
import { Rating } from './rating.tsx'
import { replaceExports } from '../../../testing/replace-exports.ts'

const ticket = { id: 'tkt_1', version: 1, csat: null } as unknown as Ticket
replaceExports(apiModule, { call: async () => ticket })

const { draw, leave, button, field } = setUpScreen()
const comment = () => field('What went well')
const drawAgain = async () => {
  await leave()
  await draw(<Rating ticket={ticket} />)
}

beforeEach(() => sessionStorage.clear())

it('a rating of support survives the end of the session, until it is sent', async () => {
  await drawAgain()
  await press(document.querySelector<HTMLElement>('[value="4"]') as HTMLElement)
  await type(comment(), 'A quick answer.')
  await drawAgain()
  expect(document.querySelector<HTMLInputElement>(':checked')?.value).toBe('4')
  expect(comment().value).toBe('A quick answer.')
  await press(button('Send'))
  await settle()
  await drawAgain()
  expect(document.querySelector(':checked')).toBeNull()
})
