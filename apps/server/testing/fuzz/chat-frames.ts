import { chatSocketPath } from '@fettle/protocol/chat/connection/socket'
import { chatErrors } from '@fettle/protocol/chat/core/errors'
import { chatBase } from '@fettle/protocol/chat/core/operation'
import { chatOperations } from '@fettle/protocol/chat/operations'
import { WebSocket } from 'ws'
import { appKey, type TestChat } from '../app/test-chat.ts'
import { changedJson, type Json } from './mutate.ts'
import type { RandomChoices } from './random.ts'
import type { RecordedRequest } from './recorder.ts'

/** Responses of the chat's sockets to hostile frames. */
export interface FrameReport {
  sent: number
  answered: number
  refused: number
  /** Frames whose answer is a server error. */
  problems: string[]
}

const FRAMES_PER_SOCKET = 40
/** Longest time for the answer to a call. */
const MAX_ANSWER_MS = 5_000
const BROKEN: readonly (string | Buffer)[] = [
  '',
  '{',
  'null',
  '[]',
  '"connect"',
  '{"pong":true}',
  '{"connect":{}}',
  '{"call":null,"ref":null,"input":null}',
  '{"call":"messages.send","ref":1}',
  '{"call":"__proto__","ref":-1,"input":{"__proto__":{"a":1}}}',
  `{"call":"messages.send","ref":1,"input":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
  'x'.repeat(200_000),
  Buffer.from([0, 255, 254, 0]),
  Buffer.alloc(2_000, 0x7b),
]

/** Sends broken frames and changed calls as members, and as clients that have not connected. */
export async function sendChatFrames(
  testChat: TestChat,
  {
    memberIds,
    requests,
    random,
    count,
  }: { memberIds: readonly string[]; requests: readonly RecordedRequest[]; random: RandomChoices; count: number },
): Promise<FrameReport> {
  const report: FrameReport = { sent: 0, answered: 0, refused: 0, problems: [] }
  const calls = requests.flatMap((request) => callOf(request) ?? [])
  while (report.sent < count && report.problems.length < 20) {
    const isMember = random.below(6) > 0
    const socket = isMember ? await testChat.openWebSocket(random.pick(memberIds)) : await openUnconnected(testChat.url)
    const conversation = converse(socket, report)
    for (let ref = 1; ref <= FRAMES_PER_SOCKET && socket.readyState === WebSocket.OPEN; ref += 1) {
      report.sent += 1
      const call = random.pick(calls)
      if (!isMember) socket.send(unconnectedFrame(random))
      else if (random.below(16) === 0) socket.send(random.pick(BROKEN))
      else if (random.below(8) === 0) socket.send(JSON.stringify(changedJson({ ref, ...call }, random)))
      else
        await conversation.ask({
          ref,
          ...call,
          input: random.below(4) === 0 ? call.input : changedJson(call.input, random),
        })
    }
    socket.terminate()
  }
  return report
}

async function openUnconnected(url: string): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${chatSocketPath}`)
  await new Promise((resolve) => socket.once('open', resolve))
  return socket
}

/** Counts answers. `ask` waits for the answer to a call, or until the socket closes. */
function converse(socket: WebSocket, report: FrameReport) {
  const waiting = new Map<number, () => void>()
  const framesByRef = new Map<number, string>()
  socket.on('error', () => undefined)
  socket.on('close', () => waiting.forEach((resolve) => resolve()))
  socket.on('message', (data: Buffer) => {
    const { ref, ok, error } = JSON.parse(data.toString()) as { ref?: number; ok?: unknown; error?: { code: number } }
    if (ref === undefined) return
    if (error === undefined && ok !== undefined) report.answered += 1
    if (error !== undefined) report.refused += 1
    if (error?.code === chatErrors.INTERNAL.code) report.problems.push(framesByRef.get(ref) ?? 'a broken frame')
    waiting.get(ref)?.()
  })
  return {
    async ask(call: Call & { ref: number }): Promise<void> {
      const frame = JSON.stringify(call)
      framesByRef.set(call.ref, frame.slice(0, 1_000))
      const late = setTimeout(() => {
        report.problems.push(`no answer within ${MAX_ANSWER_MS} ms: ${frame.slice(0, 1_000)}`)
        socket.terminate()
      }, MAX_ANSWER_MS)
      await new Promise<void>((resolve) => {
        waiting.set(call.ref, resolve)
        socket.send(frame)
      })
      clearTimeout(late)
    },
  }
}

const unconnectedFrame = (random: RandomChoices): string | Buffer =>
  random.below(2) === 0
    ? random.pick(BROKEN)
    : JSON.stringify(changedJson({ connect: { appKey, token: 'a.b.c', user: { id: 'ada' } } }, random))

interface Call {
  call: string
  input: Json
}

/** A recorded request as a call over the socket. */
function callOf({ method, path, query, body }: RecordedRequest): Call | undefined {
  for (const operation of chatOperations) {
    const names = [...operation.path.matchAll(/:(\w+)/g)].map(([, name]) => String(name))
    const pattern = new RegExp(`^${chatBase}${operation.path.replace(/:\w+/g, '([^/]+)')}$`)
    const found = operation.method === method ? pattern.exec(path) : null
    if (!found) continue
    const inPath = Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(found[at + 1] ?? '')]))
    const fields =
      typeof body === 'string' ? (JSON.parse(body) as object) : Object.fromEntries(new URLSearchParams(query))
    return { call: operation.name, input: { ...fields, ...inPath } as Json }
  }
  return undefined
}
