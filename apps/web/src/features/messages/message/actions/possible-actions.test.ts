import type { MessageView } from '@fettle/chat-client'
import { describe, expect, it } from 'vitest'
import { actionsOn, lastOwn } from './possible-actions.ts'

describe('the actions of a message', () => {
  const ownMessage = { kind: 'regular', seq: 4, text: 'At nine', isMine: true } as const
  it('are all available for own messages', () => {
    expect(actionsOn(ownMessage)).toEqual([
      'reply',
      'thread',
      'edit',
      'forward',
      'copy',
      'link',
      'pin',
      'remind',
      'save',
      'hide',
      'remove',
    ])
  })

  it("exclude editing and deleting for others' messages, but include marking as unread", () => {
    expect(actionsOn({ ...ownMessage, isMine: false, pinnedAt: '2026-03-02T09:00:00Z' })).toEqual([
      'reply',
      'thread',
      'forward',
      'copy',
      'link',
      'unpin',
      'remind',
      'save',
      'unread',
      'hide',
      'report',
    ])
  })

  it('exclude changes in a closed conversation, except deleting and reporting', () => {
    for (const added of ['reply', 'thread', 'edit', 'pin'])
      expect(actionsOn(ownMessage, { isClosed: true })).not.toContain(added)
    expect(actionsOn(ownMessage, { isClosed: true })).toContain('remove')
    expect(actionsOn({ ...ownMessage, isMine: false }, { isClosed: true })).toContain('report')
  })

  it('of a reply do not mark the conversation unread, unless it is shown there too', () => {
    const reply = { ...ownMessage, isMine: false, parentId: 'm0' }
    expect(actionsOn(reply)).not.toContain('unread')
    expect(actionsOn({ ...reply, inChannel: true })).toContain('unread')
  })

  it('of a suspended account only read, mark as unread, report and remove from the saved ones', () => {
    const suspended = { isClosed: true, isReadOnly: true }
    expect(actionsOn(ownMessage, suspended)).toEqual(['copy', 'link'])
    const otherMessage = { ...ownMessage, isMine: false, pinnedAt: '2026-03-02T09:00:00Z' }
    expect(actionsOn(otherMessage, { ...suspended, isSaved: true })).toEqual([
      'copy',
      'link',
      'unsave',
      'unread',
      'report',
    ])
  })

  it('include unsaving where saved, and no thread within a thread', () => {
    const actions = actionsOn(ownMessage, { isSaved: true, inThread: true })
    expect(actions).toContain('unsave')
    expect(actions).not.toContain('save')
    expect(actions).not.toContain('thread')
  })

  it('are few for pending and deleted messages', () => {
    expect(actionsOn({ ...ownMessage, seq: null })).toEqual(['copy'])
    expect(actionsOn({ ...ownMessage, kind: 'deleted', text: '' })).toEqual(['link', 'hide'])
  })

  it('start editing with the last editable message', () => {
    const messages = [
      { ...ownMessage, id: 'a' },
      { ...ownMessage, id: 'b' },
      { ...ownMessage, id: 'c', seq: null },
    ] as MessageView[]
    expect(lastOwn(messages)?.id).toBe('b')
    expect(lastOwn([])).toBeUndefined()
  })
})
