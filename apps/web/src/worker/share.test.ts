// @vitest-environment node
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { claimShared, dropShared, listShared, MAX_SHARED_PHOTOS } from '../lib/offline/shared-photos.ts'
import { mutationStore } from '../lib/offline/device-queue.ts'
import { countUnsent, discardUnsent, purgeOtherUsers } from '../lib/offline/unsent.ts'
import { receiveShare } from './share.ts'

const now = new Date('2026-11-25T09:00:00Z')
const origin = 'https://desk.example.com'

/** In-memory Cache Storage with the methods used; `room` limits the number of entries. */
function memoryCaches(room = Number.POSITIVE_INFINITY) {
  const kept = new Map<string, Response>()
  const cache = {
    put: async (path: string, response: Response) => {
      if (kept.size >= room) throw new DOMException('Full', 'QuotaExceededError')
      kept.set(new URL(path, origin).href, response)
    },
    match: async ({ url }: Request) => kept.get(url)?.clone(),
    keys: async () => [...kept.keys()].map((url) => new Request(url)),
    delete: async (path: string) => kept.delete(new URL(path, origin).href),
  }
  return { open: async () => cache }
}

const photo = (name: string, bytes = name) => new File([bytes], name, { type: 'image/jpeg' })

const share = (...files: File[]) => {
  const body = new FormData()
  for (const file of files) body.append('photos', file)
  return receiveShare(new Request(`${origin}/share`, { method: 'POST', body }), now)
}
const names = async (user: string) => (await claimShared(user)).map(({ file }) => file.name)

beforeEach(async () => {
  vi.stubGlobal('caches', memoryCaches())
  vi.stubGlobal('localStorage', {})
  await mutationStore.clear()
})

describe('photos shared from another app', () => {
  it('are stored in order, and the share screen opens', async () => {
    const answer = await share(
      photo('Küche 1.jpg', 'one'),
      photo('2.jpg'),
      new File(['x'], '3.png', { type: 'image/png' }),
    )
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${origin}/messages?share`])
    const kept = await claimShared('usr_ada')
    expect(kept.map(({ file }) => [file.name, file.type])).toEqual([
      ['Küche 1.jpg', 'image/jpeg'],
      ['2.jpg', 'image/jpeg'],
      ['3.png', 'image/png'],
    ])
    expect(await kept[0]?.file.text()).toBe('one')
  })

  it('without a session belong to the first user who sees them', async () => {
    await share(photo('1.jpg'))
    expect((await listShared())[0]?.user).toBeUndefined()
    expect(await names('usr_ada')).toEqual(['1.jpg'])
    expect(await names('usr_musa')).toEqual([])
    await share(photo('2.jpg'))
    expect(await names('usr_ada')).toEqual(['1.jpg', '2.jpg'])
  })

  it('are stored all or none: the page reports full storage', async () => {
    vi.stubGlobal('caches', memoryCaches(1))
    const answer = await share(photo('1.jpg'), photo('2.jpg'))
    expect(answer.headers.get('location')).toBe(`${origin}/messages?share&failed`)
    expect(await listShared()).toEqual([])
  })

  it('are limited in number', async () => {
    await share(...Array.from({ length: MAX_SHARED_PHOTOS + 5 }, (_, at) => photo(`${at}.jpg`)))
    expect(await listShared()).toHaveLength(MAX_SHARED_PHOTOS)
  })

  it('are none for other content', async () => {
    const body = new FormData()
    body.append('photos', 'not a file')
    body.append('other', photo('1.jpg'))
    body.append('photos', new File([], 'empty.jpg'))
    await receiveShare(new Request(`${origin}/share`, { method: 'POST', body }), now)
    const broken = await receiveShare(new Request(`${origin}/share`, { method: 'POST', body: 'x' }), now)
    expect(broken.headers.get('location')).toBe(`${origin}/messages?share&failed`)
    expect(await listShared()).toEqual([])
  })

  it('are removed with their destination, and count as unsent until then', async () => {
    await share(photo('1.jpg'), photo('2.jpg'))
    const [first] = await claimShared('usr_ada')
    expect([await countUnsent('usr_ada'), await countUnsent('usr_musa')]).toEqual([2, 0])
    await dropShared([first?.id ?? ''])
    expect(await countUnsent('usr_ada')).toBe(1)
    await discardUnsent('usr_ada')
    expect(await listShared()).toEqual([])
  })

  it('without an owner, or of others, are removed after thirty days', async () => {
    await share(photo('1.jpg'))
    await claimShared('usr_ada')
    await share(photo('2.jpg'))
    const later = (days: number) => new Date(now.getTime() + days * 86_400_000)
    await purgeOtherUsers('usr_musa', later(29))
    expect(await listShared()).toHaveLength(2)
    await purgeOtherUsers('usr_ada', later(31))
    expect(await names('usr_ada')).toEqual(['1.jpg'])
    await purgeOtherUsers('usr_musa', later(31))
    expect(await listShared()).toEqual([])
  })
})
