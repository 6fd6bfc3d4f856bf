import { expect, it, vi } from 'vitest'
import * as saveFileModule from '../../lib/browser/save-file.ts'
import * as apiModule from '../../lib/http/api.ts'
import * as profileModule from '../../shared/profile/profile.ts'
import { replaceExports } from '../../testing/replace-exports.ts'
import { press, settle, setUpScreen } from '../../testing/screen.tsx'
import { Component } from './customers.screen.tsx'

const customer = {
  id: 'cus_1',
  name: 'Chidi Okafor',
  avatar: null,
  phone: null,
  city: 'Lagos',
  completed: 3,
  timeZone: 'Africa/Lagos',
  tags: [],
  lastBookingId: null,
  since: '2026-01-02T10:00:00Z',
  lastBookedAt: '2026-01-02T10:00:00Z',
  lastContactAt: '2026-01-02T10:00:00Z',
}
const naira = { amount: 1_500_050, currency: 'NGN' }
const customers = [
  { ...customer, paid: [naira, { amount: 9_900, currency: 'EUR' }] },
  { ...customer, id: 'cus_2', name: 'Ngozi Eze', paid: [naira] },
]
replaceExports(apiModule, { callWithMeta: async () => ({ data: customers, meta: { nextCursor: null } }) })
replaceExports(profileModule, { useProfile: () => ({ id: 'usr_1' }) })
const saved = [] as Blob[]
replaceExports(saveFileModule, { saveFile: (blob: Blob) => void saved.push(blob) })

const { draw, button } = setUpScreen()

it('exports payments as numbers, in a column per currency', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
  await draw(<Component />)
  await settle()
  for (const box of document.querySelectorAll<HTMLInputElement>('td input[type=checkbox]')) await press(box)
  await press(button('Export (CSV)'))
  const lines = (await saved[0]?.text())?.split('\r\n') ?? []
  expect(lines.slice(0, 3).map((line) => line.split(',').slice(3, 5))).toEqual([
    ['Paid (NGN)', 'Paid (EUR)'],
    ['15000.5', '99'],
    ['15000.5', '0'],
  ])
})
