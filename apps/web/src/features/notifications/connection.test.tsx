import { limits } from '@fettle/protocol/common/limits'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Connection } from './connection.tsx'

const session = {
  applicationIdentifier: 'app',
  subscriberId: 'usr_ada',
  subscriberHash: 'hash',
  apiUrl: 'http://localhost:1/inbox',
  socketUrl: 'http://localhost:1',
  socketPath: '/inbox/socket.io',
}
const onRenew = vi.fn()
let root: Root

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const opened = { data: { token: 'a-token', unreadCount: { total: 0, severity: {} } } }
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(opened), { status: 201 }))
  onRenew.mockReset()
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.innerHTML = ''
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const show = (isBusy: boolean) =>
  act(async () =>
    root.render(
      <Connection session={session} onRenew={onRenew} isBusy={isBusy}>
        {null}
      </Connection>,
    ),
  )
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

describe('the session of the inbox', () => {
  it('is renewed once before it expires', async () => {
    await show(false)
    await pass(limits.inboxRenewAfter - 1)
    expect(onRenew).not.toHaveBeenCalled()
    await pass(1)
    expect(onRenew).toHaveBeenCalledTimes(1)
  })

  it('is not renewed while reading, but right afterwards', async () => {
    await show(true)
    await pass(limits.inboxRenewAfter)
    expect(onRenew).not.toHaveBeenCalled()
    await show(false)
    expect(onRenew).toHaveBeenCalledTimes(1)
  })
})
