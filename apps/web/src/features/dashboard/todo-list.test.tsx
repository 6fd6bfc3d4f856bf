import type { Todo } from '@fettle/protocol/workspace/dashboard'
import { expect, it } from 'vitest'
import { setUpScreen } from '../../testing/screen.tsx'
import { TodoList } from './todo-list.tsx'

const request = (startAt: string | null, overlaps: string | null = null): Todo => ({
  id: 'RESPOND_REQUEST:bkg_1',
  kind: 'RESPOND_REQUEST',
  about: {
    title: 'Drain',
    customerName: 'Ada',
    customerAvatar: null,
    startAt,
    overlaps,
    visits: null,
    documentType: null,
  },
  dueAt: null,
  severity: 'HIGH',
  redirect: '/bookings/bkg_1',
  dismissible: false,
})

const { draw } = setUpScreen()

/** Names of the answers a to-do offers. */
async function answersTo(todo: Todo): Promise<string[]> {
  await draw(<TodoList todos={[todo]} range="30d" now={new Date('2026-11-25T12:00:00Z')} />)
  return [...document.querySelectorAll('li > div:nth-child(2) :is(a, button)')].map(({ textContent }) => textContent)
}

it('accepts a request with a time, and answers one without a time by proposing it', async () => {
  expect(await answersTo(request('2026-11-27T09:00:00Z'))).toEqual(['Accept', 'Propose another time'])
  expect(await answersTo(request(null))).toEqual(['Propose a time'])
})

it('proposes another time first for a request that overlaps a job, and names the job', async () => {
  const answers = await answersTo(request('2026-11-27T09:00:00Z', 'Boiler service'))
  expect(answers).toEqual(['Propose another time', 'Accept'])
  expect(document.body.textContent).toContain('Overlaps Boiler service')
})

it('says when a requested job is, before it is accepted', async () => {
  await answersTo(request('2026-11-26T09:00:00Z'))
  expect(document.querySelector('li a')?.textContent).toMatch(/Drain.*Tomorrow, \d/)
})
