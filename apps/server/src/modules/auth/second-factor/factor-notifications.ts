import type { Tx } from '../../../platform/db/db.ts'
import { appendEvent } from '../../../platform/db/domain-events.ts'
import type { ActorRef } from '../../../platform/acting-party.ts'
import type { Deps } from '../../../platform/deps.ts'
import { notify } from '../../notifications/index.ts'
import type { AccountRecord } from '../accounts.store.ts'
import * as mails from '../auth.mails.ts'
import { nowParams } from '../security/security-notifications.ts'
import type { FactorRow } from './second-factor.store.ts'

/** Mails, notifications and events about second factors: for the account's owner and the audit log. */

/** The owner of an account as the actor of an event. */
export const ownerOf = ({ id, firstName, lastName }: AccountRecord): ActorRef => ({
  type: 'PROVIDER',
  id,
  name: `${firstName} ${lastName}`.trim(),
})

/** Appends an event about second factors to the audit log. */
export const recordFactorEvent = (
  deps: Deps,
  tx: Tx,
  providerId: string,
  { type, actor, data }: { type: string; actor: ActorRef; data?: Record<string, unknown> },
): Promise<void> =>
  appendEvent(deps, tx, {
    // Not the subject `provider`, whose sequence partners see.
    subject: { type: 'account', id: providerId },
    type,
    actor,
    ...(data && { data }),
    visibility: 'OPERATOR',
    providerId,
  })

const subjectOf = ({ id }: AccountRecord) => ({ type: 'profile', id }) as const

export async function notifyFactorAdded(
  deps: Deps,
  tx: Tx,
  account: AccountRecord,
  { id, kind, name }: Pick<FactorRow, 'id' | 'kind' | 'name'>,
): Promise<void> {
  await mails.sendFactorAdded(deps, tx, account, { kind, name })
  const params = { kind, name, ...(await nowParams(deps, tx, account)) }
  await notify(deps, tx, {
    workflow: 'second-factor-added',
    providerId: account.id,
    params,
    data: subjectOf(account),
  })
  await recordFactorEvent(deps, tx, account.id, {
    type: 'provider.second-factor-added',
    actor: ownerOf(account),
    data: { factorId: id, kind },
  })
}

export async function notifyFactorRemoved(
  deps: Deps,
  tx: Tx,
  account: AccountRecord,
  { factors, actor }: { factors: readonly Pick<FactorRow, 'id' | 'kind' | 'name'>[]; actor: ActorRef },
): Promise<void> {
  for (const { id, kind, name } of factors) {
    await mails.sendFactorRemoved(deps, tx, account, { kind, name })
    const params = { kind, name, ...(await nowParams(deps, tx, account)) }
    await notify(deps, tx, {
      workflow: 'second-factor-removed',
      providerId: account.id,
      params,
      data: subjectOf(account),
    })
    await recordFactorEvent(deps, tx, account.id, {
      type: 'provider.second-factor-removed',
      actor,
      data: { factorId: id, kind },
    })
  }
}

export async function notifyRecoveryCodesReplaced(deps: Deps, tx: Tx, account: AccountRecord): Promise<void> {
  await mails.sendRecoveryCodesReplaced(deps, tx, account)
  await recordFactorEvent(deps, tx, account.id, {
    type: 'provider.recovery-codes-replaced',
    actor: ownerOf(account),
  })
}

export async function notifyRecoveryCodeUsed(
  deps: Deps,
  tx: Tx,
  account: AccountRecord,
  codesLeft: number,
): Promise<void> {
  await mails.sendRecoveryCodeUsed(deps, tx, account, codesLeft)
  const params = { left: codesLeft, ...(await nowParams(deps, tx, account)) }
  await notify(deps, tx, {
    workflow: 'recovery-code-used',
    providerId: account.id,
    params,
    data: subjectOf(account),
  })
  await recordFactorEvent(deps, tx, account.id, {
    type: 'provider.recovery-code-used',
    actor: ownerOf(account),
    data: { left: codesLeft },
  })
}
