import { describe, expect, it } from 'vitest'
import { personas } from '../personas.ts'
import { createRandom } from '../random.ts'
import { intentsOf } from './intents.ts'
import { capitalizeFirst, replyTo, type KnownFacts } from './reply.ts'

const [persona] = personas
if (!persona) throw new Error('Nobody lives here')

const dialogueContext = (facts: KnownFacts = {}) => ({
  persona,
  facts,
  provider: 'Ada Obi',
  memory: { usedLines: new Set<string>() },
  random: createRandom('a talk'),
  now: new Date('2026-03-02T11:00:00Z'),
})
const facts: KnownFacts = {
  startAt: '2026-03-03T09:30:00Z',
  timeZone: 'Africa/Lagos',
  price: '₦25,000',
  address: '9 Ogunlana Drive, Surulere',
  access: 'Green gate, ring twice.',
}

describe('the intent of a message', () => {
  it.each([
    ['Good morning! Can you send me a photo of it?', ['photos']],
    ['Where exactly are you? What is the address?', ['address']],
    ['I can do it for ₦20,000', ['price']],
    ['Stuck in traffic, sorry, 20 minutes late', ['late']],
    ['Would tomorrow at 9 suit you?', ['time']],
    ['Hello Amaka', ['greeting']],
    ['ok', ['agree']],
    ['Is it oak?', ['question']],
    ['It looks like oak.', ['statement']],
  ])('“%s”', (text, intents) => {
    expect(intentsOf(text).slice(0, 1)).toEqual(intents)
  })
})

describe('a reply', () => {
  it('answers the question with known facts', () => {
    expect(replyTo(['What is the address?'], dialogueContext(facts)).lines.join(' ')).toContain('9 Ogunlana Drive')
    expect(replyTo(['Which day was it, and what time?'], dialogueContext(facts)).lines.join(' ')).toMatch(
      /tomorrow|10:30|flexible|any time/i,
    )
    expect(replyTo(['Could you send a photo?'], dialogueContext(facts))).toMatchObject({ sendsPhoto: true })
  })

  it('leaves out unknown facts', () => {
    for (let turn = 0; turn < 20; turn += 1) {
      const reply = replyTo(['What does it cost, and when?'], {
        ...dialogueContext(),
        random: createRandom(`turn ${turn}`),
      })
      expect(reply.lines.join(' ')).not.toMatch(/[{}]|undefined/)
    }
  })

  it('varies, and ends', () => {
    const context = dialogueContext(facts)
    const lines = Array.from({ length: 12 }, () => replyTo(['How much would that be?'], context).lines).flat()
    expect(new Set(lines).size).toBe(lines.length)
    const closing = Array.from({ length: 12 }, () => replyTo(['ok'], context).lines)
    expect(closing.at(-1)).toEqual([])
  })

  it('begins every sentence with a capital', () => {
    expect(capitalizeFirst('merci, Ada. ẹ ṣé! olá')).toBe('Merci, Ada. Ẹ ṣé! Olá')
  })
})
