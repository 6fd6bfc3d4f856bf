import type { Attachment } from '@fettle/protocol/chat/messages/attachments'
import { describe, expect, it } from 'vitest'
import { inOneLine, mediaOf } from './media.ts'

const file = (kind: Attachment['kind']): Attachment => ({ id: 'att_1', kind, name: 'x', mime: '', size: 1 })
const place = { latitude: 6.5, longitude: 3.4, deviceId: 'd' }

describe('the one-line preview of a message', () => {
  it('is its text', () => {
    expect(inOneLine({ text: 'Look', attachments: [file('image')] }, 'Look')).toBe('Look')
  })

  it.each([
    ['Picture', { attachments: [file('image'), file('file')] }],
    ['Video', { attachments: [file('video')] }],
    ['Voice message', { attachments: [file('voice')] }],
    ['File', { attachments: [file('file')] }],
    ['Location', { location: place }],
  ])('is otherwise its kind: %s', (name, message) => {
    expect(inOneLine({ ...message, text: '' }, '')).toBe(name)
  })

  it('names a poll with its question', () => {
    expect(inOneLine({ text: 'Which day?', pollId: 'pol_1' }, 'Which day?')).toBe('Poll: Which day?')
    expect(mediaOf({ pollId: 'pol_1' })).toBe('poll')
  })

  it('is empty without content', () => {
    expect(inOneLine({ text: '' }, '')).toBe('')
  })
})
