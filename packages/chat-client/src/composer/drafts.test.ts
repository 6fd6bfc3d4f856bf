import { describe, expect, it, vi } from 'vitest'
import { createDrafts, draftKey } from './drafts.ts'
import { createManualClock } from '../testing/clock.ts'
import { createTestClientHandle } from '../testing/client-handle.ts'

const cid = 'messaging:a'

function setUp(answers: Parameters<typeof createTestClientHandle>[0] = {}) {
  const clock = createManualClock()
  let version = 0
  const draftOf = (input: { cid?: string; text?: string; parentId?: string }) => ({
    cid: input.cid ?? cid,
    parentId: input.parentId ?? null,
    text: input.text ?? '',
    quotedMessageId: null,
    attachments: [],
    updatedAt: new Date(clock.now()).toISOString(),
    version: (version += 1),
  })
  const host = createTestClientHandle({
    'drafts.save': (input: { text: string }) => ({ draft: draftOf(input) }),
    'drafts.get': () => ({ draft: null }),
    ...answers,
  })
  const saved = () => host.calls.filter(({ name }) => name === 'drafts.save').map(({ input }) => input['text'])
  return { clock, host, saved, draftOf, drafts: createDrafts(host, { clock }) }
}

describe('a chat draft', () => {
  it('is saved a second after the last keystroke, per channel and thread', async () => {
    const { clock, saved, drafts } = setUp()
    drafts.write(cid, null, { text: 'O' })
    await clock.advance(900)
    drafts.write(cid, null, { text: 'On' })
    drafts.write(cid, 'parent', { text: 'Re' })
    await clock.advance(999)
    expect(saved()).toEqual([])
    await clock.advance(1)
    expect(saved()).toEqual(['On', 'Re'])
    expect(drafts.getSnapshot()[draftKey(cid)]?.text).toBe('On')
  })

  it('is removed once the message is sent', async () => {
    const { clock, saved, drafts } = setUp()
    drafts.write(cid, null, { text: 'Sent soon' })
    drafts.clear(cid)
    await clock.advance(5_000)
    expect(saved()).toEqual([''])
    drafts.clear('messaging:never-written')
    await clock.advance(0)
    expect(saved()).toEqual([''])
  })

  it('is saved at once when the page is left', async () => {
    const { saved, drafts } = setUp()
    drafts.write(cid, null, { text: 'Half a sen' })
    await drafts.flush()
    expect(saved()).toEqual(['Half a sen'])
  })

  it('from another device replaces older ones only', async () => {
    const { host, drafts, draftOf } = setUp()
    const [older, newer] = [draftOf({ text: 'old' }), draftOf({ text: 'new' })]
    host.emit({ type: 'draft.changed', cid, draft: newer })
    host.emit({ type: 'draft.changed', cid, draft: older })
    expect(drafts.getSnapshot()[draftKey(cid)]?.text).toBe('new')
  })

  it('that was cleared on another device during a disconnect is cleared here after it', async () => {
    const left = 'messaging:left'
    const { host, drafts, draftOf } = setUp({
      'drafts.list': () => ({ drafts: [] }),
      'drafts.get': (input: { cid: string }) => {
        if (input.cid === left) throw new Error('Not a member any more')
        return { draft: draftOf({ text: '' }) }
      },
    })
    await drafts.load()
    host.emit({ type: 'draft.changed', cid: left, draft: draftOf({ cid: left, text: 'To a channel that was left' }) })
    host.emit({ type: 'draft.changed', cid, draft: draftOf({ text: 'Sent by the other device' }) })
    host.recover()
    await vi.waitFor(() => expect(drafts.getSnapshot()[draftKey(cid)]?.text).toBe(''))
  })

  it('that cannot be loaded reports the specified error', async () => {
    const drafts = createDrafts(createTestClientHandle({}))
    await expect(drafts.open(cid)).rejects.toThrow('Failed to get the draft')
  })
})
