import type { Persona } from '../personas.ts'
import type { Random } from '../random.ts'
import { intentsOf, type Intent } from './intents.ts'
import { answerPhrases, smallTalkPhrases, hagglingPhrases } from './phrases.ts'

/** Facts a customer knows. Unknown ones are not mentioned. */
export interface KnownFacts {
  startAt?: string | null
  timeZone?: string
  /** In spoken form: `₦25,000`. */
  price?: string
  address?: string
  access?: string
  job?: string
}

/** Lines already said, which are not repeated. */
export interface DialogueMemory {
  usedLines: Set<string>
}

interface DialogueContext {
  persona: Persona
  facts: KnownFacts
  provider: string
  memory: DialogueMemory
  random: Random
  now: Date
}

export interface ReplyPlan {
  lines: string[]
  /** They were asked for a photo. */
  sendsPhoto: boolean
}

/** A customer's answer to messages. No lines where none is needed. */
export function replyTo(texts: readonly string[], context: DialogueContext): ReplyPlan {
  const { persona, random } = context
  const intents = intentsOf(texts.join('\n'))
  // Closing messages are not answered for ever.
  const closing = intents.every((intent) => intent === 'agree' || intent === 'thanks' || intent === 'statement')
  if (closing && !random.chance(persona.chattiness * 0.6)) return { lines: [], sendsPhoto: false }
  const parts = intents
    .map((intent) => pickNewLine(answerPhrases[intent], context))
    .filter((line) => line !== undefined)
  const more = extraLines(intents, context)
  const lines =
    more === undefined ? [parts.join(' ')] : random.chance(0.5) ? [parts.join(' '), more] : [[...parts, more].join(' ')]
  return { lines: lines.filter((line) => line !== ''), sendsPhoto: intents.includes('photos') }
}

function extraLines(intents: readonly Intent[], context: DialogueContext): string | undefined {
  const { persona, random } = context
  if (intents.includes('price') && random.chance(persona.priceSensitivity * 0.7))
    return pickNewLine(hagglingPhrases, context)
  if (random.chance(persona.chattiness * 0.35)) return pickNewLine(smallTalkPhrases, context)
  return undefined
}

/** An unused line with known facts filled in. Undefined: none is left, or facts are missing. */
export function pickNewLine(lines: readonly string[], context: DialogueContext): string | undefined {
  const { memory, random } = context
  const possible = lines.filter((line) => !memory.usedLines.has(line) && fillFacts(line, context) !== undefined)
  if (possible.length === 0) return undefined
  const line = random.pick(possible)
  memory.usedLines.add(line)
  return fillFacts(line, context)
}

function fillFacts(line: string, { facts, persona, provider, now }: DialogueContext): string | undefined {
  const { startAt, timeZone = 'Africa/Lagos' } = facts
  const at = startAt ? new Date(startAt) : undefined
  const values: Record<string, string | undefined> = {
    greeting: persona.greeting,
    thanks: persona.thanks,
    name: provider.split(' ')[0],
    price: facts.price,
    address: facts.address,
    access: facts.access,
    job: facts.job,
    day: at && dayOf(at, timeZone, now),
    time: at && at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }),
  }
  let complete = true
  const text = line.replace(/\{(\w+)\}/g, (_, name: string) => {
    complete &&= values[name] !== undefined && values[name] !== ''
    return values[name] ?? ''
  })
  return complete ? capitalizeFirst(text) : undefined
}

/** Capitalizes the first letter, whatever was filled in. */
export const capitalizeFirst = (text: string): string =>
  text.replace(/(^|[.!?] )(\p{Ll})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())

/** Today, tomorrow or the weekday, in the site's time zone. */
function dayOf(at: Date, timeZone: string, now: Date): string {
  const date = (day: Date) => day.toLocaleDateString('en-CA', { timeZone })
  if (date(at) === date(now)) return 'today'
  if (date(at) === date(new Date(now.getTime() + 86_400_000))) return 'tomorrow'
  return at.toLocaleDateString('en-GB', { weekday: 'long', timeZone })
}
