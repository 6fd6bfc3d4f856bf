import { beforeEach, describe, expect, it } from 'vitest'
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

describe('what is not sent yet', () => {
  it('is counted for whoever did it, be it a deed or a message', async () => {
    await mutation('d1', 'usr_ada')
    await mutation('d2', 'usr_musa')
    message('m1', 'usr_ada')
    message('m2', 'usr_ada')
    expect([await countUnsent('usr_ada'), await countUnsent('usr_musa'), await countUnsent('usr_ad')]).toEqual([
      3, 1, 0,
    ])
  })

  it('is thrown away without what somebody else left', async () => {
    await mutation('d1', 'usr_ada')
    await mutation('d2', 'usr_musa')
    message('m1', 'usr_ada')
    message('m2', 'usr_musa')
    await discardUnsent('usr_ada')
    expect(await left()).toEqual(['d2', 'm2'])
  })

  it('waits thirty days for somebody who is away, and for oneself as long as it takes', async () => {
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
