import type { Todo } from '@fettle/protocol/workspace/dashboard'
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { press, setUpScreen } from '../../testing/screen.tsx'
import { toastStore } from '../../ui/feedback/toast.ts'

vi.mock('../../lib/http/api.ts', () => ({ call: async () => ({}) }))
const { TodoList } = await import('./todo-list.tsx')

const { draw, button } = setUpScreen()
const todo = {
  id: 'FOLLOW_UP_OFFER:off_1',
  kind: 'FOLLOW_UP_OFFER',
  about: { title: 'New tap', customerName: 'Ada', customerAvatar: null, startAt: null, overlaps: null },
  dueAt: null,
  severity: 'LOW',
  redirect: '/offers/off_1',
  dismissible: true,
} as unknown as Todo

it('says that a to-do is snoozed once it is', async () => {
  await draw(<TodoList todos={[todo]} range="30d" now={new Date('2026-11-25T12:00:00Z')} />)
  const [name = ''] = [...document.querySelectorAll('button')].map(({ ariaLabel }) => ariaLabel ?? '')
  expect(name).toMatch(/^Snooze until tomorrow: .*New tap/)
  await press(button(name))
  await act(() => new Promise<void>((resolve) => setTimeout(resolve, 20)))
  expect(toastStore.get().map(({ title }) => title)).toEqual(['Snoozed until tomorrow'])
})
