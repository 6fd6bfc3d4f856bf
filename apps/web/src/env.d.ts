declare module '*.po' {
  import type { Messages } from '@lingui/core'
  export const messages: Messages
}

interface Window {
  /** The profile request the page's head has started; null when the network failed. Taken once. */
  fettleBoot?: Promise<{ response: Response; token: string } | null> | undefined
  /** A sign-in form that was sent before its scripts had arrived; `ready` once they have. */
  fettleSubmit?: EventTarget | 'ready' | null
}
