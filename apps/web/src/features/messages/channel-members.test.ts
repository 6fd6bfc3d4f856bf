import { describe, expect, it } from 'vitest'
import { nameOf } from './channel-members.ts'
import { channel, member } from '../../testing/conversation.fixture.ts'

describe('a conversation', () => {
  it('is named after the other member, or by its own name', () => {
    expect(nameOf(channel, 'ada')).toBe('Chidi Okafor')
    expect(nameOf({ ...channel, name: 'Site 12' }, 'ada')).toBe('Site 12')
    const members = [...channel.members, member('bola', 'Bola Ade')]
    expect(nameOf({ ...channel, members }, 'ada')).toBe('Chidi Okafor and Bola Ade')
  })

  it('is named after a deleted customer, who has no name in the chat', () => {
    const withDeleted = { name: null, members: [member('usr_1', 'Ada Obi'), member('cus_1', '')] }
    expect(nameOf(withDeleted, 'usr_1')).toBe('Former customer')
  })
})
