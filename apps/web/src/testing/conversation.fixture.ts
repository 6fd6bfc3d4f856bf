import type { MessageView } from '@fettle/chat-client'
import type { Channel, Member } from '@fettle/protocol/chat/channels/channels'

/** A member who has read nothing. */
export const member = (userId: string, name: string): Member => ({
  userId,
  user: { id: userId, name, image: null, role: 'customer', online: false, lastActiveAt: null, custom: {} },
  role: 'member',
  joinedAt: '2026-11-20T08:00:00Z',
  lastReadSeq: 0,
  lastReadAt: null,
  deliveredSeq: 0,
})

/** A conversation of Ada, the reader, with Chidi. */
export const channel: Channel = {
  cid: 'messaging:a',
  type: 'messaging',
  id: 'a',
  name: null,
  image: null,
  createdBy: 'ada',
  createdAt: '2026-11-20T08:00:00Z',
  lastMessageAt: null,
  lastSeq: 0,
  members: [member('ada', 'Ada Obi'), member('chidi', 'Chidi Okafor')],
  custom: {},
}

let seq = 0
/** The next message of that conversation. */
export const message = (author: string, createdAt: string, overrides: Partial<MessageView> = {}): MessageView => {
  seq += 1
  return {
    id: `m${seq}`,
    cid: channel.cid,
    seq,
    user: { id: author, name: author, image: null },
    kind: 'regular',
    text: `text ${seq}`,
    createdAt,
    isMine: author === 'ada',
    state: author === 'ada' ? 'sent' : null,
    failure: null,
    ...overrides,
  }
}
