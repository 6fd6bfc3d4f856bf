import type { ButtonId, UnsubscribeGroup } from '../kinds/kind.ts'
import type { Params } from '../catalogue.ts'

/** The words of one kind of notification in one language. */
export interface Wording<P> {
  subject: (params: P) => string
  body: (params: P) => string
}

/** The words of the kinds of one subject: what lacks one, or has one too many, is no such words. */
export type NotificationTexts<P> = { readonly [W in keyof P]: Wording<P[W]> }

/** What stands around a notice in a mail, and on the page where mails are stopped. */
export interface MailWords {
  see: string
  why: string
  choose: string
  /** Its button, at the foot of a mail. */
  stop: (group: string) => string
  digest: { subject: (count: number) => string; opening: string; why: string }
  page: {
    ask: (group: string) => string
    askText: string
    askButton: string
    stopped: (group: string) => string
    stoppedText: string
    stoppedButton: string
    again: (group: string) => string
    againText: string
    unknown: string
    unknownText: string
  }
}

/** Everything a language says in notices, their mails and pushes. */
export interface Texts {
  notifications: NotificationTexts<Params>
  buttons: Readonly<Record<ButtonId, string>>
  /** The groups of the preferences, as in "mails about …"; `digest` is the daily summary. */
  groups: Readonly<Record<UnsubscribeGroup, string>>
  mails: MailWords
}

/** The word for a code; notices from before there were codes have the words themselves. */
export const wordFor = (words: Readonly<Record<string, string>>, code: string): string => words[code] ?? code

const EXCERPT = 140
/** The beginning of what somebody wrote. */
export function excerpt(text: string): string {
  const characters = Array.from(text.replaceAll(/\s+/g, ' '))
  return characters.length <= EXCERPT ? characters.join('') : `${characters.slice(0, EXCERPT).join('')}…`
}
