import type { Command } from '@fettle/protocol/chat/messages/commands'
import type { UserRef } from '@fettle/protocol/chat/users/users'
import { limits } from '@fettle/protocol/common/limits'
import type { SendCall } from '../connection/connection.ts'
import { systemClock, type ClientClock } from '../ports.ts'
import { createStore, type Readable } from '../store.ts'

/** A word that triggers suggestions: "@" for people, "/" for commands. */
export interface SuggestionTrigger {
  readonly kind: 'mention' | 'command'
  /** The text after the sign, at least one character. */
  readonly query: string
  /** Start of the word including its sign, and its end. */
  readonly start: number
  readonly end: number
}

/** The trigger at the caret. A command must be the first word of a message; a mention must start a word. */
export function findTrigger(text: string, caret: number): SuggestionTrigger | null {
  const before = text.slice(0, caret)
  const command = /^\s*\/([a-z][\w-]*)$/i.exec(before)
  if (command?.[1]) return { kind: 'command', query: command[1], start: before.lastIndexOf('/'), end: caret }
  const mention = /(?:^|[\s(])@([\p{L}\p{N}][\p{L}\p{N}\p{M}'’._-]*)$/u.exec(before)
  if (mention?.[1]) return { kind: 'mention', query: mention[1], start: caret - mention[1].length - 1, end: caret }
  return null
}

/** Inserts a suggestion for the trigger. Returns text and caret position. */
export function complete(text: string, trigger: SuggestionTrigger, word: string): { text: string; caret: number } {
  const sign = trigger.kind === 'mention' ? '@' : '/'
  const textAfter = text.slice(trigger.end)
  const inserted = `${sign}${word}${textAfter.startsWith(' ') ? '' : ' '}`
  const head = text.slice(0, trigger.start) + inserted
  return { text: head + textAfter, caret: head.length + (textAfter.startsWith(' ') ? 1 : 0) }
}

/** Parses `/name arguments`. */
export function parseCommand(text: string): { name: string; args: string } | null {
  const match = /^\s*\/([a-z][\w-]*)(?:\s+([\s\S]*))?$/i.exec(text)
  return match?.[1] ? { name: match[1].toLowerCase(), args: (match[2] ?? '').trim() } : null
}

/** Suggestions for the word at the caret: people after `@`, commands after `/`. */
export type SuggestionsSnapshot =
  | { readonly status: 'none' }
  | {
      readonly status: 'loading' | 'ready' | 'failed'
      readonly trigger: SuggestionTrigger
      readonly people: readonly UserRef[]
      readonly commands: readonly Command[]
      readonly hasMore: boolean
    }

export interface Suggestions extends Readable<SuggestionsSnapshot> {
  /** The current text and caret. Queries after 300 ms without input. */
  write(text: string, caret: number): void
  /** Loads the next ten people. */
  more(): Promise<void>
  close(): void
}

const none: SuggestionsSnapshot = { status: 'none' }

/** Suggests people and commands of one channel while a text is written. */
export function createSuggestions(
  { call }: { call: SendCall },
  { cid, clock = systemClock }: { cid: string; clock?: ClientClock },
): Suggestions {
  const store = createStore<SuggestionsSnapshot>(none)
  let current: SuggestionTrigger | null = null
  let cancel: (() => void) | undefined

  const isSame = (one: SuggestionTrigger | null, other: SuggestionTrigger | null) =>
    one?.kind === other?.kind && one?.query === other?.query && one?.start === other?.start

  async function ask(trigger: SuggestionTrigger): Promise<void> {
    try {
      const people = trigger.kind === 'mention' ? await call('mentions.list', { cid, q: trigger.query }) : undefined
      const commands = trigger.kind === 'command' ? await call('commands.list', { q: trigger.query }) : undefined
      if (current !== trigger) return
      store.set({
        status: 'ready',
        trigger,
        people: people?.users ?? [],
        commands: commands?.commands ?? [],
        hasMore: people?.hasMore ?? false,
      })
    } catch {
      if (current === trigger) store.set({ status: 'failed', trigger, people: [], commands: [], hasMore: false })
    }
  }

  function close(): void {
    cancel?.()
    current = null
    store.set(none)
  }

  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    write(text, caret) {
      const trigger = findTrigger(text, caret)
      if (isSame(trigger, current)) return
      if (!trigger) return close()
      cancel?.()
      current = trigger
      const before = store.getSnapshot()
      // Earlier suggestions stay until new ones arrive, so that the list does not flicker.
      const previous = before.status !== 'none' && before.trigger.kind === trigger.kind ? before : undefined
      store.set({
        status: 'loading',
        trigger,
        people: previous?.people ?? [],
        commands: previous?.commands ?? [],
        hasMore: false,
      })
      cancel = clock.after(limits.suggestionDebounceMs, () => void ask(trigger))
    },
    async more() {
      const before = store.getSnapshot()
      const last = before.status === 'ready' ? before.people.at(-1) : undefined
      if (before.status !== 'ready' || !before.hasMore || !last) return
      const { users, hasMore } = await call('mentions.list', { cid, q: before.trigger.query, after: last.id })
      if (store.getSnapshot() === before) store.set({ ...before, people: [...before.people, ...users], hasMore })
    },
    close,
  }
}
