import type { login } from '@fettle/protocol/accounts/auth'
import type { Result } from '@fettle/protocol/core/operation'
import { storeChatAppKey, writeKey } from '../../lib/browser/storage.ts'
import { storeRegisteredName } from './auth-state.ts'

/** Stores the result of a login: the session token and the chat's connection data. */
export function storeSession({ token, streamToken, chatAppKey }: Result<typeof login>): void {
  storeRegisteredName(undefined)
  writeKey('token', token)
  writeKey('streamToken', streamToken)
  storeChatAppKey(chatAppKey)
  // The page's head may still ask whether there is a session (src/entries/inline/auth-boot.js).
  document.documentElement.removeAttribute('data-asking')
}
