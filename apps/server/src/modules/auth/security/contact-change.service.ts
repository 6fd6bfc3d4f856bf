import type { ProviderActor } from '../../../actors.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import { signalChange } from '../../../platform/signal-change.ts'
import * as accounts from '../accounts.store.ts'
import type { AccountRecord } from '../accounts.store.ts'
import * as mails from '../auth.mails.ts'
import { consumeCode, issueCode, persistingErrors, tryCode } from '../codes/codes.service.ts'
import { assertSendsBy } from '../login/login-limits.ts'
import { requirePhone } from '../phones.ts'
import { announceAccountChange } from '../sessions/sessions.service.ts'
import { getAccount, lockOwnAccount, requireStepUp } from './step-up.service.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

export type ContactKind = 'EMAIL' | 'PHONE'
type ContactChangeRequest = {
  email?: string | undefined
  phone?: string | undefined
  phoneCountry?: string | undefined
}

/** Sends a code to the new address or number. Knowing the code proves ownership. */
export async function requestContactChange(
  deps: Deps,
  actor: ProviderActor,
  change: ContactChangeRequest,
): Promise<{ kind: ContactKind; destination: string; resendAvailableAt: string }> {
  const { db, settings } = deps
  await requireStepUp(deps, db, actor)
  await assertSendsBy(deps, actor.id)
  return db.transaction(async (tx) => {
    const account = await getAccount(tx, actor.id)
    const kind: ContactKind = change.phone === undefined ? 'EMAIL' : 'PHONE'
    const destination =
      change.phone === undefined
        ? change.email
        : requirePhone(change.phone, change.phoneCountry ?? settings().defaultCountry)
    if (destination === undefined) throw fieldError(['email'], 'REQUIRED', issueText('EMAIL_INVALID'))
    const refusal = await refusalOf(tx, account, kind, destination)
    if (refusal) throw refusal
    const sent = await issueCode(deps, tx, {
      subject: account.id,
      type: `${kind}_CHANGE`,
      accountId: account.id,
      destination,
      payload: { destination },
      send: (tx, code) => mails.sendContactCode(deps, tx, account, { kind, destination, code }),
    })
    return { kind, destination, ...sent }
  })
}

/** Changes the email or number with the code sent to it, and notifies the old one. */
export async function confirmContactChange(
  deps: Deps,
  actor: ProviderActor,
  { kind, code }: { kind: ContactKind; code: string },
): Promise<{ email: string; phone: string | null }> {
  const now = deps.clock.now()
  return accounts.throwIfTaken(
    persistingErrors(deps, async (tx) => {
      const validCode = await tryCode(deps, tx, { subject: actor.id, type: `${kind}_CHANGE`, code })
      if (validCode instanceof AppError) return validCode
      const { destination } = validCode.payload as { destination: string }
      const account = await lockOwnAccount(tx, actor)
      const refusal = await refusalOf(tx, account, kind, destination)
      if (refusal) return refusal
      if (kind === 'EMAIL') {
        await accounts.deletePending(tx, destination)
        await accounts.setEmail(tx, account.id, destination, now)
        // Codes on their way to the old address must not open the account any more.
        await consumeCode(tx, account.email, 'PASSWORD_RESET')
        await consumeCode(tx, account.id, 'STEP_UP')
      } else {
        await accounts.setPhone(tx, account.id, { phone: destination, verifiedAt: now }, now)
      }
      await consumeCode(tx, actor.id, `${kind}_CHANGE`)
      await mails.sendContactChanged(deps, tx, account, { kind, destination })
      announceAccountChange(deps, tx, account.id)
      signalChange(deps, tx, account.id, { type: 'profile', id: account.id })
      return {
        email: kind === 'EMAIL' ? destination : account.email,
        phone: kind === 'PHONE' ? destination : account.phone,
      }
    }),
  )
}

async function refusalOf(
  tx: Tx,
  account: AccountRecord,
  kind: ContactKind,
  destination: string,
): Promise<AppError | undefined> {
  if (kind === 'EMAIL') {
    if (destination === account.email) return fieldError(['email'], 'DUPLICATE', issueText('EMAIL_UNCHANGED'))
    const other = await accounts.findByEmail(tx, destination)
    return other?.verifiedAt ? new AppError('EMAIL_TAKEN') : undefined
  }
  if (destination === account.phone && account.phoneVerifiedAt) {
    return fieldError(['phone'], 'DUPLICATE', issueText('PHONE_UNCHANGED'))
  }
  return (await accounts.phoneIsTaken(tx, destination, account.id)) ? new AppError('PHONE_TAKEN') : undefined
}
