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
  /** The profile request the page's head has started; null when the network failed. Taken once. */
  fettleBoot?: Promise<{ response: Response; token: string } | null> | undefined
  /** What else it has asked for, by address; each is taken once. */
  fettleEarly?: Record<string, Promise<{ response: Response; token: string } | null> | undefined>
  /** A sign-in form that was sent before its scripts had arrived; `ready` once they have. */
  fettleSubmit?: EventTarget | 'ready' | null
}
