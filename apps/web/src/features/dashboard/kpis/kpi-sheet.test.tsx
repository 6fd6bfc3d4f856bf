import type { Kpi } from '@fettle/protocol/workspace/dashboard'
import { expect, it } from 'vitest'
import * as apiModule from '../../../lib/http/api.ts'
import { ApiError } from '../../../lib/http/api-error.ts'
import { replaceExports } from '../../../testing/replace-exports.ts'
import { press, settle, setUpScreen } from '../../../testing/screen.tsx'
import { KpiCards } from './kpi-cards.tsx'
import { KpiSheet } from './kpi-sheet.tsx'

const item = { id: 'pay_1', title: 'New tap', at: null, minutes: null, stars: null, amount: null, redirect: '/' }
replaceExports(apiModule, {
  callWithMeta: async (_: unknown, { query }: { query: { cursor?: string } }) => {
    if (query.cursor) throw new ApiError({ status: 404, code: 'NOT_FOUND', message: 'Gone' })
    return { data: [item], meta: { nextCursor: 'next' } }
  },
})
const { draw, button, text } = setUpScreen({ queries: { retry: false } })

it('keeps the items shown when more cannot be loaded', async () => {
  const kpi = { key: 'jobsCompleted', unit: 'COUNT', value: 30, drilldown: '/' } as unknown as Kpi
  await draw(<KpiSheet kpi={kpi} range="30d" onClose={() => undefined} />)
  await settle()
  expect(text()).toContain('New tap')
  await press(button('Show more'))
  await settle()
  expect(text()).toContain('New tap')
})

it('shows the figure of now above the items of now', async () => {
  const show = (value: number) => {
    const kpi = { key: 'jobsCompleted', unit: 'COUNT', value, drilldown: '/' } as unknown as Kpi
    return draw(<KpiCards kpis={[kpi]} range="30d" onRange={() => undefined} />)
  }
  await show(30)
  await press([...document.querySelectorAll('button')].find((each) => each.textContent.startsWith('Jobs completed'))!)
  await show(31)
  expect(document.querySelector('dialog')?.textContent).toContain('Jobs completed: 31')
})
