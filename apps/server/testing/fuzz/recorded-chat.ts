import { chatBase } from '@fettle/protocol/chat/core/operation'
import { chatOperations } from '@fettle/protocol/chat/operations'
import { startTestChat, type TestChat } from '../app/test-chat.ts'
import { invariantCommands } from '../suites/chat-invariants/commands.ts'
import { memberIds } from '../suites/chat-invariants/harness.ts'
import { recordChatCalls, startSite } from './chat-calls.ts'
import type { RandomChoices } from './random.ts'
import { recordRequests, type RecordedRequest } from './recorder.ts'

export interface RecordedChat {
  testChat: TestChat
  requests: RecordedRequest[]
  /** Names of operations of which no call succeeded. */
  missing: string[]
  /** Ends suspensions of the app and of its users. */
  restoreAccess(): Promise<void>
  close(): Promise<void>
}

/** Successful calls of the chat service: the commands of its invariants, and its reads and administration. */
export async function recordChat(random: RandomChoices): Promise<RecordedChat> {
  const recorder = recordRequests()
  try {
    const site = await startSite()
    const testChat = await startTestChat({ rateLimits: false, options: { safeFetch: site.safeFetch } })
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
    await recordChatCalls(testChat, site.url)
    const { requests } = recorder
    const isSent = (method: string, path: string) => {
      const pattern = new RegExp(`^${chatBase}${path.replace(/:\w+/g, '[^/]+')}$`)
      return requests.some((sent) => sent.method === method && pattern.test(sent.path))
    }
    return {
      testChat,
      requests,
      missing: chatOperations.filter(({ method, path }) => !isSent(method, path)).map(({ name }) => name),
      async restoreAccess() {
        await testChat.http('app.suspend', { suspended: false })
        for (const userId of [...memberIds, 'owner', 'guest']) {
          await testChat.http('users.deactivate', { userId, deactivated: false }).catch(() => undefined)
          await testChat.http('users.suspend', { userId, until: null }).catch(() => undefined)
        }
      },
      async close() {
        await testChat.close()
        site.stop()
      },
    }
  } finally {
    recorder.stop()
  }
}
