import type { QuickReply } from '@fettle/protocol/workspace/quick-replies'
import { beforeEach, expect, it, vi } from 'vitest'
import { setUpScreen, type } from '../../../testing/screen.tsx'
import { repliesQuery } from '../../../shared/quick-replies/api.ts'
import * as apiModule from '../../../lib/http/api.ts'
import { replaceExports } from '../../../testing/replace-exports.ts'
import { QuickRepliesTab } from './quick-replies-tab.tsx'

const call = vi.fn(async (_operation: unknown, _input: { body: { ids: string[] } }) => undefined)
replaceExports(apiModule, { call })

const replies = Array.from({ length: 8 }, (_, index) => ({
  id: `qr_${index}`,
  shortcut: `reply${index}`,
  text: index < 2 ? 'I am late' : 'I am on my way',
  attachments: [],
})) as unknown as QuickReply[]

const { draw, queryClient, text, press } = setUpScreen({ queries: { staleTime: Infinity } })
const search = () => document.querySelector<HTMLInputElement>('[type=search]')

beforeEach(async () => {
  queryClient().setQueryData(repliesQuery.queryKey, replies)
  await draw(<QuickRepliesTab />)
})
it('has a search from eight replies on, which stays while it narrows the list', async () => {
  await type(search() as HTMLInputElement, 'late')
  await press('Delete reply0')
  expect(text()).toContain('/reply1')
  expect(text()).not.toContain('/reply2')
  expect(search()?.value).toBe('late')
  await press('Clear search')
  expect(text()).toContain('/reply2')
  expect(search()).toBeNull()
})

it('says that no reply matches a search', async () => {
  await type(search() as HTMLInputElement, 'tomorrow')
  expect(document.querySelector('[role=status]')?.textContent).toBe('No matching quick replies.')
})

it('moves a reply beyond the one shown before it, also while one between them can still be restored', async () => {
  await press('Delete reply0')
  expect(document.querySelector('[aria-label="Move reply1 up"]')?.getAttribute('aria-disabled')).toBe('true')
  await press('Delete reply2')
  await press('Move reply3 up')
  const ids = call.mock.lastCall?.[1].body.ids
  expect(ids?.slice(0, 4)).toEqual(['qr_0', 'qr_3', 'qr_2', 'qr_1'])
})
