import type { ErrorCode } from '../core/errors.ts'
import type { french } from './fr.ts'

/**
 * What the API says in one language beside English. A refusal lies under its code; every other sentence under its
 * English, with numbers as `{0}`, `{1}` and what else differs by name. Types keep the languages in step, a test the
 * sentences with the code that says them.
 */
export interface MessageCatalogue<Key extends string = string> {
  errors: Readonly<Record<ErrorCode, string>>
  messages: Readonly<Record<Key, string>>
  /** What a refusal's `{thing}` stands for, in full, and the gender its state is said in. */
  resources: Readonly<Record<string, readonly [text: string, gender: 'm' | 'f']>>
  /** The states of all life cycles, masculine and feminine. */
  states: Readonly<Record<string, readonly [masculine: string, feminine: string]>>
  /** For a `{thing}` that has no name here. */
  anyResource: string
  /** The names of holidays, by their English. */
  holidays: Readonly<Record<string, string>>
}

/** The sentences that are translated, by their English. */
export type MessageKey = keyof (typeof french)['messages']
