import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'
import { QuickReplyForm } from '@fettle/protocol/workspace/quick-replies'
import * as z from 'zod/mini'
import * as apiModule from '../../lib/http/api.ts'
import * as toastModule from '../../ui/feedback/toast.ts'
import { AddStarterReplies } from './starter-replies.tsx'
import { repliesQuery } from './api.ts'
import { replaceExports } from '../../testing/replace-exports.ts'

const call = vi.fn()
replaceExports(apiModule, { call })
replaceExports(toastModule, { toast: { success: vi.fn(), error: vi.fn() } })

it('adds ten valid starter replies in order, without those that exist', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  call.mockImplementation((_, { body }: { body: { shortcut: string } }) =>
    Promise.resolve({ ...body, id: body.shortcut, attachments: [], version: 1 }),
  )
  const client = new QueryClient()
  client.setQueryData(repliesQuery.queryKey, [])
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={client}>
          <AddStarterReplies />
        </QueryClientProvider>
      </I18nProvider>,
    ),
  )
  const press = () => act(async () => document.querySelector('button')?.click())
  await press()
  await vi.waitFor(() => expect(client.getQueryData(repliesQuery.queryKey)).toHaveLength(10), { timeout: 60_000 })
  for (const [, { body }] of call.mock.calls as [unknown, { body: unknown }][]) z.parse(QuickReplyForm, body)
  expect(call.mock.calls[2]?.[1].body.text).toBe(
    'See you on {{booking.date}} at {{booking.time}}, at {{booking.address}}.',
  )
  await press()
  expect(call).toHaveBeenCalledTimes(10)
  act(() => root.unmount())
  vi.unstubAllGlobals()
})
