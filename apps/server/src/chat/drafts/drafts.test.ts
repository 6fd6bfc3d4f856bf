import { createMessageId } from '@fettle/chat-client'
import { beforeAll, describe, expect, it } from 'vitest'
import { setUpTestChat } from '../../../testing/app/test-chat.ts'

const testChat = setUpTestChat({ rateLimits: false })
let cid: string
beforeAll(async () => {
  await Promise.all(['ada', 'tunde', 'mallory'].map((id) => testChat.person(id, id)))
  cid = (await testChat.http('channels.create', { members: ['ada', 'tunde'] })).channel.cid
})

const as = (actAs: string) => ({ actAs })

describe('a draft', () => {
  it("is stored per channel and thread and synced to the user's own devices only", async () => {
    const [phone, desktop, tunde] = await Promise.all([
      testChat.connect('ada'),
      testChat.connect('ada'),
      testChat.connect('tunde'),
    ])
    const parentId = createMessageId()
    const quotedMessageId = createMessageId()
    const { draft } = await phone.call('drafts.save', { cid, text: 'On my w', quotedMessageId })
    await phone.call('drafts.save', { cid, text: 'In the thread', parentId })
    expect(draft).toMatchObject({ parentId: null, text: 'On my w', quotedMessageId, attachments: [], version: 1 })
    expect(await desktop.received('draft.changed')).toMatchObject({ cid, draft })
    expect(await desktop.call('drafts.get', { cid })).toEqual({ draft })
    expect((await desktop.call('drafts.get', { cid, parentId })).draft?.text).toBe('In the thread')
    expect(await tunde.call('drafts.get', { cid })).toEqual({ draft: null })
    expect(tunde.frames.some(({ type }) => type === 'draft.changed')).toBe(false)
    const { drafts } = await desktop.call('drafts.list', {})
    expect(drafts.map(({ text }) => text).toSorted()).toEqual(['In the thread', 'On my w'])
  })

  it('that was cleared is not listed, and its version shows that devices with an earlier one are outdated', async () => {
    await testChat.http('drafts.save', { cid, text: 'a' }, as('tunde'))
    const { draft } = await testChat.http('drafts.save', { cid, text: '' }, as('tunde'))
    expect(draft).toMatchObject({ text: '', version: 2 })
    expect(await testChat.http('drafts.get', { cid }, as('tunde'))).toEqual({ draft })
    expect((await testChat.http('drafts.list', {}, as('tunde'))).drafts).toEqual([])
    expect((await testChat.http('drafts.save', { cid, text: 'b' }, as('tunde'))).draft.version).toBe(3)
  })

  it('may consist of a quote only', async () => {
    const quotedMessageId = createMessageId()
    const { draft } = await testChat.http('drafts.save', { cid, text: '', quotedMessageId }, as('tunde'))
    expect(draft).toMatchObject({ text: '', quotedMessageId })
    expect(await testChat.http('drafts.get', { cid }, as('tunde'))).toEqual({ draft })
    const cleared = await testChat.http('drafts.save', { cid, text: '' }, as('tunde'))
    expect(await testChat.http('drafts.get', { cid }, as('tunde'))).toEqual(cleared)
  })

  it("is refused in another user's channel and beyond the maximum length", async () => {
    expect(await testChat.httpRefusal('drafts.get', { cid }, as('mallory'))).toMatchObject({ code: 16 })
    expect(await testChat.httpRefusal('drafts.save', { cid, text: 'x' }, as('mallory'))).toMatchObject({ code: 16 })
    expect(await testChat.httpRefusal('drafts.save', { cid, text: 'x'.repeat(5_001) }, as('ada'))).toMatchObject({
      code: 20,
    })
  })
})
