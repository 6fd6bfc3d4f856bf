declare module 'virtual:emoji/*' {
  import type { EmojiData } from 'frimousse'
  export const emoji: EmojiData
}

declare module 'virtual:sentences/*/all' {
  import type { Messages } from '@lingui/core'
  export const messages: Messages
}

declare module 'virtual:sentences-of-app' {
  import type { Sentences } from './lib/i18n/i18n.ts'
  export const sentences: Sentences['sentences']
  export const others: Sentences['others']
}

declare module 'virtual:sentences-of-auth' {
  import type { Sentences } from './lib/i18n/i18n.ts'
  export const sentences: Sentences['sentences']
  export const others: Sentences['others']
}

declare module 'virtual:sentences-of-terms' {
  import type { Sentences } from './lib/i18n/i18n.ts'
  export const sentences: Sentences['sentences']
  export const others: Sentences['others']
}

interface Window {
  /** The profile request started in the page's head; null when the network failed. Consumed once. */
  fettleBoot?: Promise<{ response: Response; token: string } | null> | undefined
  /** Other requests started in the page's head, by address. Each is consumed once. */
  fettleEarly?: Record<string, Promise<{ response: Response; token: string } | null> | undefined>
  /** Event target of a sign-in form submitted before its scripts loaded; `ready` once they have. */
  fettleSubmit?: EventTarget | 'ready' | null
}
