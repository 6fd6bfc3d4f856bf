import type * as chatClient from '@fettle/chat-client'
import type { Profile } from '@fettle/protocol/accounts/profile'
import { expect, it, onTestFinished, vi } from 'vitest'
import { logOut } from '../../../../lib/http/session.ts'
import { setUpScreen, waitFor } from '../../../../testing/screen.tsx'

/** What the chat was asked, and whether the connection is open. */
const service = vi.hoisted(() => ({ calls: [] as string[], answer: (_: unknown): void => undefined }))
const share = { messageId: 'm1', cid: 'messaging:a', endsAt: '2100-01-01T00:00:00.000Z', endedAt: null, version: 1 }

function open(_: unknown, events: chatClient.LinkEvents): ReturnType<chatClient.Transport['open']> {
  const me = { id: 'usr_1', name: 'Ada', image: null, role: 'provider', online: true, lastActiveAt: null, custom: {} }
  const unread = { totalUnread: 0, unreadChannels: 0, channels: [], complete: true }
  const hello = { connectionId: 'c1', me, unread, serverTime: new Date().toISOString() }
  void Promise.resolve().then(() => events.hello(hello as never))
  return {
    call(name) {
      service.calls.push(name)
      if (name === 'channels.query') return Promise.resolve({ ok: { channels: [], nextCursor: null } })
      if (name === 'location.share') return Promise.resolve({ ok: { message: { id: 'm1' }, share } })
      return new Promise((resolve) => (service.answer = resolve as never))
    },
    close: () => void service.calls.push('closed'),
  }
}
vi.mock('@fettle/chat-client', async (original) => ({
  ...(await original<typeof chatClient>()),
  socketTransport: () => ({ open }),
}))
vi.mock('../../connection/credentials.ts', () => ({
  credentialsOf: async () => ({ appKey: 'key', user: { id: 'usr_1' }, token: () => 'token' }),
  isStale: () => false,
}))
const unfollow = vi.hoisted(() => vi.fn())
const followPosition = vi.hoisted(() => vi.fn(() => unfollow))
vi.mock('./position.ts', () => ({ followPosition, positionErrorText: () => '' }))
const { chat, useChat, useStayConnected } = await import('../../connection/chat.ts')
const { resumeSharing, startSharing, stopSharing } = await import('./sharing.ts')

const { draw, text } = setUpScreen()
function Screen() {
  useStayConnected({ id: 'usr_1' } as Profile)
  return useChat().isSynced && 'Connected'
}

it('ends on time while nothing is received, and the position is no longer followed', async () => {
  await draw(<Screen />)
  await waitFor(() => expect(text()).toBe('Connected'))
  vi.useFakeTimers({ now: Date.parse(share.endsAt) - 60_000, toFake: ['Date', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  await startSharing('messaging:a', { latitude: 6.5, longitude: 3.4 }, 60_000)
  vi.advanceTimersByTime(50_000)
  expect(unfollow).not.toHaveBeenCalled()
  vi.advanceTimersByTime(10_000)
  expect(unfollow).toHaveBeenCalled()
  expect(localStorage.getItem('chat.sharing')).toBeNull()
})

it('ending a live location leaves one that another tab has started since, to be resumed there', async () => {
  await draw(<Screen />)
  await waitFor(() => expect(text()).toBe('Connected'))
  await startSharing('messaging:a', { latitude: 6.5, longitude: 3.4 }, 900_000)
  const later = JSON.stringify({ cid: 'messaging:b', messageId: 'm2' })
  localStorage.setItem('chat.sharing', later)
  const stopping = stopSharing('messaging:a', 'm1')
  service.answer({ ok: { share: { ...share, endedAt: share.endsAt, version: 2 } } })
  await stopping
  expect(localStorage.getItem('chat.sharing')).toBe(later)
})

it('is resumed once, although the page and the message ask for it at the same time', async () => {
  await draw(<Screen />)
  await waitFor(() => expect(text()).toBe('Connected'))
  localStorage.setItem('chat.sharing', JSON.stringify({ cid: 'messaging:a', messageId: 'm3' }))
  followPosition.mockClear()
  const resuming = Promise.all([resumeSharing(), resumeSharing()])
  await waitFor(() => expect(service.calls).toContain('location.list'))
  service.answer({ ok: { shares: [{ ...share, messageId: 'm3' }] } })
  await resuming
  expect(followPosition).toHaveBeenCalledOnce()
  const stopping = stopSharing('messaging:a', 'm3')
  service.answer({ ok: { share: { ...share, messageId: 'm3', endedAt: share.endsAt, version: 2 } } })
  await stopping
})

it('logging out ends the live location of this device before it disconnects', async () => {
  // jsdom reports that it cannot leave for the login page.
  vi.spyOn(console, 'error').mockReturnValue()
  await draw(<Screen />)
  await waitFor(() => expect(text()).toBe('Connected'))
  await startSharing('messaging:a', { latitude: 6.5, longitude: 3.4 }, 900_000)
  logOut()
  expect(service.calls.slice(-1)).toEqual(['location.stop'])
  service.answer({ ok: { share: { ...share, endedAt: share.endsAt, version: 2 } } })
  await waitFor(() => expect(service.calls.slice(-2)).toEqual(['location.stop', 'closed']))
  expect(chat.getSnapshot()).toMatchObject({ connected: false, isSynced: false })
})
