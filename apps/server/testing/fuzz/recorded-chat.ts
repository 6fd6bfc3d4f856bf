import { invariantCommands } from '../suites/chat-invariants/commands.ts'
import { memberIds } from '../suites/chat-invariants/harness.ts'
import { startTestChat, type TestChat } from '../app/test-chat.ts'
import type { RandomChoices } from './random.ts'
import { recordRequests, type RecordedRequest } from './recorder.ts'

/** Successful calls of the chat service, from the commands of its invariants. */
export async function recordChat(random: RandomChoices): Promise<{ testChat: TestChat; requests: RecordedRequest[] }> {
  const recorder = recordRequests()
  try {
    const testChat = await startTestChat({ rateLimits: false })
    for (const id of memberIds) await testChat.person(id)
    const open = (id: string) => testChat.http('channels.create', { id, members: [...memberIds] }, { actAs: 'ada' })
    const [{ channel }, elsewhere] = [await open('fuzzed'), await open('elsewhere')]
    const world = { testChat, cid: channel.cid, elsewhere: elsewhere.channel.cid }
    for (const { run } of [...invariantCommands.slice(0, 1), ...invariantCommands, ...invariantCommands]) {
      // Some commands need a state that others have ended.
      const context = {
        who: random.pick(memberIds),
        pick: <T>(from: readonly T[]) => (from.length > 0 ? random.pick(from) : undefined),
      }
      await run(world, context).catch(() => undefined)
    }
    return { testChat, requests: recorder.requests }
  } finally {
    recorder.stop()
  }
}
