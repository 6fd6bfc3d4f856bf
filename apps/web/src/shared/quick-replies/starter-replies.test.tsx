import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { QuickReplyForm } from '@fettle/protocol/workspace/quick-replies'
import * as z from 'zod/mini'
import * as apiModule from '../../lib/http/api.ts'
import * as toastModule from '../../ui/feedback/toast.ts'
import { AddStarterReplies } from './starter-replies.tsx'
import { repliesQuery } from './api.ts'
import { setUpScreen } from '../../testing/screen.tsx'
import { replaceExports } from '../../testing/replace-exports.ts'

const call = vi.fn()
replaceExports(apiModule, { call })
const { draw, queryClient } = setUpScreen()
replaceExports(toastModule, { toast: { ...toastModule.toast, success: vi.fn(), error: vi.fn() } })

it('adds ten valid starter replies in order, without those that exist', async () => {
  call.mockImplementation((_, { body }: { body: { shortcut: string } }) =>
    Promise.resolve({ ...body, id: body.shortcut, attachments: [], version: 1 }),
  )
  const client = queryClient()
  client.setQueryData(repliesQuery.queryKey, [])
  await draw(<AddStarterReplies />)
  const press = () => act(async () => document.querySelector('button')?.click())
  await press()
  await vi.waitFor(() => expect(client.getQueryData(repliesQuery.queryKey)).toHaveLength(10), { timeout: 60_000 })
  for (const [, { body }] of call.mock.calls as [unknown, { body: unknown }][]) z.parse(QuickReplyForm, body)
  expect(call.mock.calls[2]?.[1].body.text).toBe(
    'See you on {{booking.date}} at {{booking.time}}, at {{booking.address}}.',
  )
  await press()
  expect(call).toHaveBeenCalledTimes(10)
})
