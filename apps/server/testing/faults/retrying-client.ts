import type { Operation } from '@fettle/protocol'
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { systemClock } from '../../src/platform/clock.ts'
import type { SentMessage } from '../../src/platform/mail/outgoing-messages.types.ts'
import { sendOperation, UnexpectedResponse, type ApiClient } from '../app/test-app.ts'
import type { RandomChoices } from '../fuzz/random.ts'

const ANSWER_TIMEOUT_MS = 20_000
/** Long, because on a busy machine the server answers for a second or two between a start and the next kill. */
const FINAL_ANSWER_TIMEOUT_MS = 10 * 60_000
const RETRY_DELAY_MS = 50
/** One write in this many is sent again after its answer. */
const REPEATED_SHARE = 10

/** Sends something until it is answered finally: `undefined` asks for another attempt. */
export async function untilAnswered<T>(
  name: string,
  send: () => Promise<T | undefined>,
  timeoutMs = FINAL_ANSWER_TIMEOUT_MS,
): Promise<T> {
  const until = Date.now() + timeoutMs
  while (Date.now() < until) {
    const answer = await send().catch((error: unknown) => {
      if (error instanceof UnexpectedResponse) throw error
      return undefined
    })
    if (answer !== undefined) return answer
    await wait(RETRY_DELAY_MS)
  }
  throw new Error(`${name} got no final answer in ${timeoutMs} ms`)
}

/**
 * A client as the documentation wants it: repeats what was not answered with the same idempotency key. Some answered
 * writes are repeated too, and must get the same answer.
 */
export function createRetryingClient(url: string, random: RandomChoices): ApiClient {
  return {
    clock: systemClock,
    deps: {
      outbox: {
        async list(to) {
          const response = await fetch(`${url}/dev/outbox.json?to=${encodeURIComponent(to ?? '')}`)
          return (await response.json()) as SentMessage[]
        },
      },
    },
    async call(operation, input, caller = {}) {
      const key: Record<string, string> = operation.method === 'GET' ? {} : { 'idempotency-key': randomUUID() }
      const headers = { ...key, ...caller.headers }
      const once = () =>
        untilAnswered(operation.name, async () => {
          const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS)
          const reply = await sendOperation(url, operation, input, { ...caller, headers, signal })
          if (reply.body.success) return { data: reply.body.data }
          if (isTransient(reply.status, reply.body.code)) return undefined
          throw new UnexpectedResponse(operation, reply)
        })
      const { data } = await once()
      if (isReplayed(operation) && random.below(REPEATED_SHARE) === 0) {
        const [first, second] = [JSON.stringify(data), JSON.stringify((await once()).data)]
        if (first !== second) throw new Error(`${operation.name} answered ${first}, then ${second} to the same key`)
      }
      return data
    },
  }
}

const isTransient = (status: number, code: string) =>
  status >= 500 || status === 429 || code === 'IDEMPOTENCY_IN_PROGRESS'

const isReplayed = ({ method, audience }: Operation) => method !== 'GET' && audience === 'marketplace'
