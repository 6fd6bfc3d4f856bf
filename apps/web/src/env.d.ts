declare module 'virtual:emoji/*' {
  import type { EmojiData } from 'frimousse'
  export const emoji: EmojiData
}

interface Window {
  /** The profile request started in the page's head; null when the network failed. Consumed once. */
  fettleBoot?: Promise<{ response: Response; token: string } | null> | undefined
  /** Other requests started in the page's head, by address. Each is consumed once. */
  fettleEarly?: Record<string, Promise<{ response: Response; token: string } | null> | undefined>
  /** Event target of a sign-in form submitted before its scripts loaded; `ready` once they have. */
  fettleSubmit?: EventTarget | 'ready' | null
}
