import type { ErrorCode } from '../core/errors.ts'

/**
 * The messages of the API in one language. Errors are keyed by code, other sentences by their English with numbers as
 * `{0}`, `{1}` and other parameters by name. Types keep the languages in step; a test compares the sentences with the
 * code.
 */
export interface MessageCatalogue<Key extends string = string> {
  errors: Readonly<Record<ErrorCode, string>>
  messages: Readonly<Record<Key, string>>
  /** Full text of an error's `{thing}`, and the grammatical gender of its state. */
  resources: Readonly<Record<string, readonly [text: string, gender: 'm' | 'f']>>
  /** The states of all life cycles, masculine and feminine. */
  states: Readonly<Record<string, readonly [masculine: string, feminine: string]>>
  /** For a `{thing}` without an entry. */
  anyResource: string
}
