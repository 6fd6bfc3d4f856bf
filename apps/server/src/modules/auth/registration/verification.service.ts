import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import * as accounts from '../accounts.store.ts'
import type { AccountRecord } from '../accounts.store.ts'
import * as mails from '../auth.mails.ts'
import { VERIFICATION_TOKEN_VALID_FOR_MS } from '../auth.rules.ts'
import { issueCode } from '../codes/codes.service.ts'
import { tokenHash } from '../sessions/sessions.service.ts'

/** Token for requesting the next code, and when that is possible. */
export interface PendingVerification {
  verificationToken: string
  resendAvailableAt: string
}

/** Sends the code that verifies a new account. */
export const sendVerification = (
  deps: Deps,
  tx: Tx,
  account: Pick<AccountRecord, 'id' | 'email' | 'firstName' | 'locale'>,
  options: { coolDown?: boolean } = {},
) =>
  issueCode(deps, tx, {
    subject: account.email,
    type: 'VERIFICATION',
    accountId: account.id,
    destination: account.email,
    send: (tx, code) => mails.sendVerificationCode(deps, tx, account, code),
    ...options,
  })

/** Creates a token for requesting codes of an account. Those of other tabs and devices stay valid. */
export async function newVerificationToken({ ids, clock }: Deps, tx: Tx, accountId: string): Promise<string> {
  const token = ids.token()
  const expiresAt = new Date(clock.now().getTime() + VERIFICATION_TOKEN_VALID_FOR_MS)
  await accounts.insertVerificationToken(tx, accountId, tokenHash(token), expiresAt)
  return token
}
