import { describe, expect, it } from 'vitest'
import { complete, createSuggestions, findTrigger, parseCommand } from './suggestions.ts'
import { createManualClock } from '../testing/clock.ts'
import { createTestClientHandle } from '../testing/client-handle.ts'

/** The caret is where the bar is. */
const at = (text: string) => findTrigger(text.replace('|', ''), text.indexOf('|'))

describe('the trigger word at the caret', () => {
  it.each([
    ['@|', null],
    ['@a|', { kind: 'mention', query: 'a', start: 0, end: 2 }],
    ['Hi @Ngo|zi', { kind: 'mention', query: 'Ngo', start: 3, end: 7 }],
    ['(@Zoë|', { kind: 'mention', query: 'Zoë', start: 1, end: 5 }],
    ['me@home|', null],
    ['@ada |', null],
    ['/|', null],
    ['/p|', { kind: 'command', query: 'p', start: 0, end: 2 }],
    ['  /poll|', { kind: 'command', query: 'poll', start: 2, end: 7 }],
    ['either/or|', null],
    ['see /poll|', null],
    ['/poll now|', null],
  ])('%s asks for %j', (text, trigger) => {
    expect(at(text)).toEqual(trigger)
  })

  it('is completed in place', () => {
    const trigger = at('Hi @Ngo|')
    if (!trigger) throw new Error('no trigger')
    expect(complete('Hi @Ngo', trigger, 'Ngozi')).toEqual({ text: 'Hi @Ngozi ', caret: 10 })
    expect(complete('Hi @Ngo there', trigger, 'Ngozi')).toEqual({ text: 'Hi @Ngozi there', caret: 10 })
  })

  it('is a command with its arguments when sent', () => {
    expect(parseCommand('/Quick  on my way ')).toEqual({ name: 'quick', args: 'on my way' })
    expect(parseCommand('/poll')).toEqual({ name: 'poll', args: '' })
    expect(parseCommand('not /a command')).toBeNull()
  })
})

describe('chat suggestions', () => {
  const people = Array.from({ length: 12 }, (_, n) => ({ id: `${n}`, name: `Amina ${n}`, image: null }))

  function setUp() {
    const clock = createManualClock()
    const host = createTestClientHandle({
      'mentions.list': ({ after }: { after?: string }) => {
        const from = after === undefined ? 0 : Number(after) + 1
        return { users: people.slice(from, from + 10), hasMore: from + 10 < people.length }
      },
      'commands.list': () => ({ commands: [{ name: 'poll', description: 'Ask', args: '' }] }),
    })
    return { clock, host, suggestions: createSuggestions(host, { cid: 'messaging:a', clock }) }
  }

  it('are requested after 300 ms of silence, ten at a time', async () => {
    const { clock, host, suggestions } = setUp()
    suggestions.write('@a', 2)
    await clock.advance(299)
    suggestions.write('@am', 3)
    await clock.advance(299)
    expect(host.calls).toEqual([])
    await clock.advance(1)
    expect(host.calls).toEqual([{ name: 'mentions.list', input: { cid: 'messaging:a', q: 'am' } }])
    expect(suggestions.getSnapshot()).toMatchObject({ status: 'ready', people: people.slice(0, 10), hasMore: true })
    await suggestions.more()
    expect(suggestions.getSnapshot()).toMatchObject({ people, hasMore: false })
  })

  it('are dropped with late responses when the word ends', async () => {
    const { clock, suggestions } = setUp()
    suggestions.write('/p', 2)
    await clock.advance(300)
    expect(suggestions.getSnapshot()).toMatchObject({ commands: [{ name: 'poll' }] })
    suggestions.write('/p ', 3)
    expect(suggestions.getSnapshot()).toEqual({ status: 'none' })
    suggestions.write('@b', 2)
    suggestions.close()
    await clock.advance(300)
    expect(suggestions.getSnapshot()).toEqual({ status: 'none' })
  })
})
