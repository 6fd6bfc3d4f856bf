import type { ChatFrame } from '@fettle/protocol/chat/events'
import type { SendCall } from '../connection/connection.ts'
import type { ClientHandle } from '../client-handle.ts'
import { createEmitter } from '../store.ts'

type CallHandler = (input: never) => unknown

/** A fake client: calls are answered by the test, and recorded. */
export function createTestClientHandle(answers: Record<string, CallHandler>): ClientHandle & {
  calls: { name: string; input: Record<string, unknown> }[]
  emit(frame: ChatFrame): void
  recover(): void
} {
  const calls: { name: string; input: Record<string, unknown> }[] = []
  const frames = createEmitter<ChatFrame>()
  const recoveries = createEmitter<undefined>()
  const call = async (name: string, input: object): Promise<unknown> => {
    calls.push({ name, input: input as Record<string, unknown> })
    const answer = answers[name]
    if (!answer) throw new Error(`Nobody answers ${name}`)
    return answer(input as never)
  }
  return {
    calls,
    call: call as SendCall,
    onFrame: frames.on,
    onRecovery: (listener) => recoveries.on(() => listener()),
    onReset: () => () => undefined,
    emit: frames.emit,
    recover: () => recoveries.emit(undefined),
  }
}
