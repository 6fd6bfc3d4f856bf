import type { ChatFrame } from '@fettle/protocol/chat/events'
import { chatLimits } from '@fettle/protocol/chat/core/limits'
import type { ClientClock } from '../ports.ts'

/** Typing users by channel. They expire without further signals. */
export interface TypingList {
  of: (cid: string) => readonly string[]
  frame(frame: ChatFrame): void
  reset(cid: string): void
  clear(): void
}

const nobody: readonly string[] = []

export function createTypingList({
  clock,
  me,
  changed,
}: {
  clock: ClientClock
  me: () => string | undefined
  changed: (cid: string) => void
}): TypingList {
  const people = new Map<string, Map<string, () => void>>()
  const lists = new Map<string, readonly string[]>()

  function update(cid: string): void {
    const ids = people.get(cid)
    if (ids && ids.size > 0) lists.set(cid, [...ids.keys()])
    else {
      lists.delete(cid)
      people.delete(cid)
    }
    changed(cid)
  }

  function stop(cid: string, userId: string): void {
    const forget = people.get(cid)?.get(userId)
    if (!forget) return
    forget()
    people.get(cid)?.delete(userId)
    update(cid)
  }

  function start(cid: string, userId: string): void {
    if (userId === me()) return
    const typing = people.get(cid) ?? new Map<string, () => void>()
    people.set(cid, typing)
    const isNew = !typing.has(userId)
    typing.get(userId)?.()
    typing.set(
      userId,
      clock.after(chatLimits.typingExpiryMs, () => stop(cid, userId)),
    )
    if (isNew) update(cid)
  }

  /** Removes users who left the channel. */
  function keepOnly(cid: string, members: readonly { userId: string }[]): void {
    const stay = new Set(members.map(({ userId }) => userId))
    for (const userId of people.get(cid)?.keys() ?? []) if (!stay.has(userId)) stop(cid, userId)
  }

  function reset(cid: string): void {
    const typing = people.get(cid)
    if (!typing) return
    for (const forget of typing.values()) forget()
    typing.clear()
    update(cid)
  }

  return {
    of: (cid) => lists.get(cid) ?? nobody,
    frame(frame) {
      // Threads have separate typing lists, which no screen shows yet.
      if (frame.type === 'typing.start' && frame.parentId === undefined) start(frame.cid, frame.userId)
      if (frame.type === 'typing.stop' && frame.parentId === undefined) stop(frame.cid, frame.userId)
      if (frame.type === 'channel.updated') keepOnly(frame.cid, frame.channel.members)
      if (frame.type === 'message.new' && frame.message.user) stop(frame.cid, frame.message.user.id)
    },
    reset,
    clear() {
      for (const cid of people.keys()) reset(cid)
    },
  }
}
