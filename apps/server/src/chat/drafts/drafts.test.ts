import { createMessageId } from '@fettle/chat-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startChat, type ChatTown } from '../../../testing/chat.ts'

let town: ChatTown
let cid: string
beforeAll(async () => {
  town = await startChat({ rateLimits: false })
  await Promise.all(['ada', 'tunde', 'mallory'].map((id) => town.person(id, id)))
  cid = (await town.http('channels.create', { members: ['ada', 'tunde'] })).channel.cid
})
afterAll(() => town.close())

const as = (actAs: string) => ({ actAs })

describe('a draft', () => {
  it('is kept per channel and thread, and is on one’s other devices at once; nobody else sees it', async () => {
    const [phone, desk, tunde] = await Promise.all([town.connect('ada'), town.connect('ada'), town.connect('tunde')])
    const parentId = createMessageId()
    const quotedMessageId = createMessageId()
    const { draft } = await phone.call('drafts.save', { cid, text: 'On my w', quotedMessageId })
    await phone.call('drafts.save', { cid, text: 'In the thread', parentId })
    expect(draft).toMatchObject({ parentId: null, text: 'On my w', quotedMessageId, attachments: [], version: 1 })
    expect(await desk.heard('draft.changed')).toMatchObject({ cid, draft })
    expect(await desk.call('drafts.get', { cid })).toEqual({ draft })
    expect((await desk.call('drafts.get', { cid, parentId })).draft?.text).toBe('In the thread')
    expect(await tunde.call('drafts.get', { cid })).toEqual({ draft: null })
    expect(tunde.frames.some(({ type }) => type === 'draft.changed')).toBe(false)
    const { drafts } = await desk.call('drafts.list', {})
    expect(drafts.map(({ text }) => text).toSorted()).toEqual(['In the thread', 'On my w'])
  })

  it('of nothing is none, and the next one is newer all the same', async () => {
    await town.http('drafts.save', { cid, text: 'a' }, as('tunde'))
    const { draft } = await town.http('drafts.save', { cid, text: '' }, as('tunde'))
    expect(draft.version).toBe(2)
    expect(await town.http('drafts.get', { cid }, as('tunde'))).toEqual({ draft: null })
    expect((await town.http('drafts.list', {}, as('tunde'))).drafts).toEqual([])
    expect((await town.http('drafts.save', { cid, text: 'b' }, as('tunde'))).draft.version).toBe(3)
  })

  it('that only answers something is one, too', async () => {
    const quotedMessageId = createMessageId()
    const { draft } = await town.http('drafts.save', { cid, text: '', quotedMessageId }, as('tunde'))
    expect(draft).toMatchObject({ text: '', quotedMessageId })
    expect(await town.http('drafts.get', { cid }, as('tunde'))).toEqual({ draft })
    await town.http('drafts.save', { cid, text: '' }, as('tunde'))
    expect(await town.http('drafts.get', { cid }, as('tunde'))).toEqual({ draft: null })
  })

  it('is refused in a channel that is not one’s own, and when it could not be sent for its length', async () => {
    expect(await town.httpRefusal('drafts.get', { cid }, as('mallory'))).toMatchObject({ code: 16 })
    expect(await town.httpRefusal('drafts.save', { cid, text: 'x' }, as('mallory'))).toMatchObject({ code: 16 })
    expect(await town.httpRefusal('drafts.save', { cid, text: 'x'.repeat(5_001) }, as('ada'))).toMatchObject({
      code: 20,
    })
  })
})
