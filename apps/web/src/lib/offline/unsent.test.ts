import { beforeEach, describe, expect, it, vi } from 'vitest'
import { deviceStorage } from '../browser/safe-storage.ts'
import { mutationStore } from './device-queue.ts'
import { countUnsent, discardUnsent, purgeOtherUsers } from './unsent.ts'

const now = new Date('2026-11-25T09:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString()

const mutation = (id: string, user: string, occurredAt = daysAgo(0)) =>
  mutationStore.put({ id, user, subject: 'bkg_1', kind: 'note', payload: {}, occurredAt, tries: 0, state: 'waiting' })
const message = (id: string, user: string, createdAt = daysAgo(0)) =>
  localStorage.setItem(`chat.outbox.${user}.${id}`, JSON.stringify({ id, createdAt }))
const left = async () => [
  ...(await mutationStore.all()).map(({ id }) => id),
  ...Object.keys(localStorage).map((key) => key.split('.').at(-1)),
]

beforeEach(async () => {
  localStorage.clear()
  await mutationStore.clear()
})

describe('unsent data', () => {
  it('is counted per user, mutations and messages', async () => {
    await mutation('d1', 'usr_ada')
    await mutation('d2', 'usr_musa')
    message('m1', 'usr_ada')
    message('m2', 'usr_ada')
    expect([await countUnsent('usr_ada'), await countUnsent('usr_musa'), await countUnsent('usr_ad')]).toEqual([
      3, 1, 0,
    ])
  })

  it('includes messages that did not fit on the device', async () => {
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    })
    deviceStorage.writeJson('chat.outbox.usr_ada.m1', { id: 'm1', createdAt: daysAgo(0) })
    full.mockRestore()
    expect(await countUnsent('usr_ada')).toBe(1)
    await discardUnsent('usr_ada')
    expect(await countUnsent('usr_ada')).toBe(0)
  })

  it('is discarded for one user only', async () => {
    await mutation('d1', 'usr_ada')
    await mutation('d2', 'usr_musa')
    message('m1', 'usr_ada')
    message('m2', 'usr_musa')
    await discardUnsent('usr_ada')
    expect(await left()).toEqual(['d2', 'm2'])
  })

  it('is kept thirty days for other users, and without limit for the current one', async () => {
    await mutation('new', 'usr_musa', daysAgo(29))
    await mutation('old', 'usr_musa', daysAgo(31))
    await mutation('own', 'usr_ada', daysAgo(90))
    message('said', 'usr_musa', daysAgo(29))
    message('long ago', 'usr_musa', daysAgo(31))
    localStorage.setItem('chat.outbox.usr_musa.broken', 'no JSON')
    message('mine', 'usr_ada', daysAgo(90))
    localStorage.setItem('theme', 'dark')
    await purgeOtherUsers('usr_ada', now)
    expect((await left()).map(String).sort((one, other) => one.localeCompare(other))).toEqual([
      'mine',
      'new',
      'own',
      'said',
      'theme',
    ])
  })
})
