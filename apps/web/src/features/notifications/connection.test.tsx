import { limits } from '@fettle/protocol/common/limits'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setUpScreen } from '../../testing/screen.tsx'
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
const { draw } = setUpScreen()

beforeEach(() => {
  vi.useFakeTimers()
  const opened = { data: { token: 'a-token', unreadCount: { total: 0, severity: {} } } }
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(opened), { status: 201 }))
  onRenew.mockReset()
})
afterEach(() => vi.useRealTimers())

const show = (isBusy: boolean) =>
  draw(
    <Connection session={session} onRenew={onRenew} isBusy={isBusy}>
      {null}
    </Connection>,
  )
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

describe('the session of the inbox', () => {
  it('is renewed once before it expires', async () => {
    await show(false)
    await pass(limits.inboxRenewAfterMs - 1)
    expect(onRenew).not.toHaveBeenCalled()
    await pass(1)
    expect(onRenew).toHaveBeenCalledTimes(1)
  })

  it('is not renewed while reading, but right afterwards', async () => {
    await show(true)
    await pass(limits.inboxRenewAfterMs)
    expect(onRenew).not.toHaveBeenCalled()
    await show(false)
    expect(onRenew).toHaveBeenCalledTimes(1)
  })
})
