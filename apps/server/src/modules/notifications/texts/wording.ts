import type { ButtonId, UnsubscribeGroup } from '../kinds/kind.ts'
import type { Params } from '../catalogue.ts'

/** Texts of one kind of notification in one language. */
export interface Wording<P> {
  subject: (params: P) => string
  body: (params: P) => string
}

/** Texts of all kinds about one subject. The type requires exactly one entry per kind. */
export type NotificationTexts<P> = { readonly [W in keyof P]: Wording<P[W]> }

/** Texts around a notification in a mail, and on the unsubscribe page. */
export interface MailWords {
  see: string
  why: string
  choose: string
  /** Label of the unsubscribe link. */
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

/** All texts of a language for notifications, mails and pushes. */
export interface Texts {
  notifications: NotificationTexts<Params>
  buttons: Readonly<Record<ButtonId, string>>
  /** Names of the groups, following "mails about …". `digest` is the daily summary. */
  groups: Readonly<Record<UnsubscribeGroup, string>>
  mails: MailWords
}

/** Label of a code. Notifications older than the codes contain the text itself. */
export const wordFor = (words: Readonly<Record<string, string>>, code: string): string => words[code] ?? code

const EXCERPT = 140
/** The start of a text. */
export function excerpt(text: string): string {
  const characters = Array.from(text.replaceAll(/\s+/g, ' '))
  return characters.length <= EXCERPT ? characters.join('') : `${characters.slice(0, EXCERPT).join('')}…`
}
