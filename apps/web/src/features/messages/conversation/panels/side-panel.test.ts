import { describe, expect, it } from 'vitest'
import { messageLocationOf, readSidePanel, withMessage, withSidePanel } from './side-panel.ts'

const read = (address: string) => readSidePanel(new URLSearchParams(address))
const at = (address: string) => new URLSearchParams(address)

describe('the side panel of a conversation', () => {
  it('is parsed from the address', () => {
    expect(read('channel=x')).toBeUndefined()
    expect(read('channel=x&side=pinned')).toEqual({ name: 'pinned' })
    expect(read('channel=x&side=thread&thread=01j-a_b')).toEqual({ name: 'thread', parentId: '01j-a_b' })
  })

  it('is none for an invalid address', () => {
    expect(read('side=cellar')).toBeUndefined()
    expect(read('side=thread')).toBeUndefined()
    expect(read('side=thread&thread=../../x')).toBeUndefined()
  })

  it('is written to the address, keeping other parameters', () => {
    const search = at('channel=x&list=unread&side=search&q=tap&message=m')
    expect(withSidePanel(search, { name: 'thread', parentId: 'p' }).toString()).toBe(
      'channel=x&list=unread&side=thread&thread=p',
    )
    expect(withSidePanel(search, undefined).toString()).toBe('channel=x&list=unread')
  })
})

describe('navigating to a message', () => {
  it('opens the conversation or its thread', () => {
    expect(messageLocationOf({ id: 'm' })).toEqual({ message: 'm' })
    expect(messageLocationOf({ id: 'm', parentId: 'p', inChannel: true })).toEqual({ message: 'm' })
    expect(messageLocationOf({ id: 'm', parentId: 'p' })).toEqual({ side: 'thread', thread: 'p', message: 'm' })
  })

  it('keeps the side panel where there is room', () => {
    const search = at('channel=x&side=search&q=tap')
    expect(withMessage(search, { id: 'm' }, true).toString()).toBe('channel=x&side=search&q=tap&message=m')
    expect(withMessage(search, { id: 'm' }, false).toString()).toBe('channel=x&message=m')
    expect(withMessage(search, { id: 'm', parentId: 'p' }, true).toString()).toBe(
      'channel=x&side=thread&thread=p&message=m',
    )
  })
})
