import type { CallInput, Operation, Result } from '@fettle/protocol'
import { MINUTE_MS, SECOND_MS } from '@fettle/protocol/core/durations'
import {
  createMarketplaceChannel,
  listMarketplaceMessages,
  sendMarketplaceMessage,
  readMarketplaceChannel,
  setMarketplaceTyping,
} from '@fettle/protocol/marketplace/chat'
import { putCustomer } from '@fettle/protocol/marketplace/customers'
import { customerBody, type Persona } from './personas.ts'
import type { ScenarioContext } from './scenario-context.ts'
import type { StorySteps } from './runner.ts'
import { capitalizeFirst, pickNewLine, replyTo, type KnownFacts, type DialogueMemory } from './dialogue/reply.ts'

/** A customer in a story: acts through the marketplace API, chats, and answers messages while waiting. */
export interface SimulatedCustomer {
  readonly persona: Persona
  readonly id: string
  /** Facts the customer knows about the matter. */
  facts: KnownFacts
  /** Calls an operation for this customer and logs it. */
  call<O extends Operation>(operation: O, input: CallInput<O>, detail?: string): Promise<Result<O>>
  /** Reads without logging. */
  read<O extends Operation>(operation: O, input: CallInput<O>): Promise<Result<O>>
  /** Types for a realistic time, then sends. */
  say(text: string): StorySteps
  /** Sends one of these lines with known facts filled in. Nothing if all have been sent. */
  sayOneOf(lines: readonly string[]): StorySteps
  /** Reads new messages of the provider and answers. */
  answerMessages(): StorySteps
  /**
   * Waits until `find` returns something, answering messages meanwhile. Undefined after `timeoutMs` of story time.
   * `about`: ids whose events trigger another try.
   */
  waitFor<T>(
    find: () => Promise<T | undefined>,
    timeoutMs: number,
    about?: readonly string[],
  ): StorySteps<T | undefined>
  /** While true, they neither read nor answer. */
  isAway: boolean
  /** Sends a photo of the problem when asked for one. */
  sendPhoto?: () => Promise<void>
}

/** The acting person behind customers, with an address of the documentation range. */
export const onBehalf = { ip: '203.0.113.24', userAgent: 'Chrome on Android', timeZone: 'Africa/Lagos' }

const MIN_CHECK_INTERVAL_MS = 3 * SECOND_MS
const MAX_CHECK_INTERVAL_MS = 30 * SECOND_MS
/** Checks become rarer the longer somebody waits. */
const checkIntervalAfter = (waited: number) =>
  waited < 60 * MINUTE_MS ? MAX_CHECK_INTERVAL_MS : waited < 360 * MINUTE_MS ? 3 * MINUTE_MS : 15 * MINUTE_MS
/** Interval of checks without events, because one may have been missed. */
const FALLBACK_CHECK_MS = 60 * SECOND_MS
/** Typing is repeated this often, because receivers clear it after seven seconds. */
const TYPING_DURATION_MS = 5 * SECOND_MS

/** Creates the customer of a persona that is in no other story, preferring one that fits. */
export async function createCustomer(
  context: ScenarioContext,
  fits?: (persona: Persona) => boolean,
): Promise<SimulatedCustomer> {
  const persona = context.pickPersona(fits)
  const saved = await context.marketplace.call(putCustomer, customerBody(persona))
  return simulateCustomer(context, persona, saved.id)
}

/** A simulated customer the marketplace already knows. */
export function simulateCustomer(context: ScenarioContext, persona: Persona, id: string): SimulatedCustomer {
  const { marketplace, provider, feed, random } = context
  const memory: DialogueMemory = { usedLines: new Set() }
  const seconds = ([min, max]: readonly [number, number]) => random.integer(min * 10, max * 10) * 100
  let channelId: string | undefined
  let lastReadSeq = 0

  const call: SimulatedCustomer['call'] = async (operation, input, detail) => {
    const answer = await marketplace.call(operation, input, { customerId: id })
    context.logAction(persona.name, operation.name.replace('marketplace.', ''), detail)
    return answer
  }
  const dialogueContext = () => ({
    persona,
    facts: customer.facts,
    provider: provider.name,
    memory,
    random,
    now: context.now(),
  })

  async function channel(): Promise<string> {
    if (channelId !== undefined) return channelId
    const opened = await marketplace.call(createMarketplaceChannel, {
      body: { customerId: id, providerId: provider.id },
    })
    channelId = opened.id
    // Messages from before this story are not answered.
    lastReadSeq = await newest(opened.id)
    return channelId
  }

  async function newest(of: string): Promise<number> {
    let after = 0
    for (;;) {
      const page = await marketplace.call(
        listMarketplaceMessages,
        { params: { id: of }, query: { after, limit: 100 } },
        { customerId: id },
      )
      after = page.at(-1)?.seq ?? after
      if (page.length < 100) return after
    }
  }

  async function* type(milliseconds: number): StorySteps {
    const params = { id: await channel() }
    for (let remaining = milliseconds; remaining > 0; remaining -= TYPING_DURATION_MS) {
      await marketplace.call(setMarketplaceTyping, { params, body: { typing: true } }, { customerId: id })
      yield Math.min(remaining, TYPING_DURATION_MS)
    }
  }

  async function* answer(texts: string[]): StorySteps {
    yield seconds(persona.readDelay)
    await marketplace.call(readMarketplaceChannel, { params: { id: await channel() }, body: {} }, { customerId: id })
    const { lines, sendsPhoto } = replyTo(texts, dialogueContext())
    if (lines.length === 0) return
    yield seconds(persona.replyDelay)
    if (sendsPhoto) await customer.sendPhoto?.()
    for (const line of lines) yield* customer.say(line)
  }

  const customer: SimulatedCustomer = {
    persona,
    id,
    facts: {},
    isAway: false,
    call,
    read: (operation, input) => marketplace.call(operation, input, { customerId: id }),
    async *say(words) {
      const text = capitalizeFirst(words)
      yield* type(Math.min(12 * SECOND_MS, 800 + text.length * random.integer(35, 70)))
      await marketplace.call(
        sendMarketplaceMessage,
        { params: { id: await channel() }, body: { text } },
        { customerId: id },
      )
      context.logAction(persona.name, 'says', text)
    },
    async *sayOneOf(lines) {
      const line = pickNewLine(lines, dialogueContext())
      if (line !== undefined) yield* customer.say(line)
    },
    async *answerMessages() {
      if (customer.isAway) return
      const params = { id: await channel() }
      const page = await marketplace.call(
        listMarketplaceMessages,
        { params, query: { after: lastReadSeq, limit: 50 } },
        { customerId: id },
      )
      lastReadSeq = page.at(-1)?.seq ?? lastReadSeq
      const texts = page
        .filter((each) => each.authorId === provider.id && each.kind !== 'system')
        .map(({ text }) => text)
      if (texts.length > 0) yield* answer(texts)
    },
    async *waitFor(find, timeoutMs, about = []) {
      const names = [id, ...about]
      let pause = MIN_CHECK_INTERVAL_MS
      let index = -1
      let checkedAt = -Infinity
      for (let waited = 0; ; waited += pause) {
        await feed.refresh()
        const newest = feed.newestSeqOf(names)
        if (newest > index || waited - checkedAt >= FALLBACK_CHECK_MS) {
          pause = newest > index ? MIN_CHECK_INTERVAL_MS : pause
          index = Math.max(index, newest)
          checkedAt = waited
          const found = await find()
          if (found !== undefined) return found
        }
        if (waited >= timeoutMs) return undefined
        yield* customer.answerMessages()
        yield pause
        pause = Math.min(checkIntervalAfter(waited), Math.ceil(pause * 1.1))
      }
    },
  }
  return customer
}
