import type { Referrals } from '@fettle/protocol/accounts/referrals'
import { getReferrals, remindInvite, sendInvites } from '@fettle/protocol/accounts/calls'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../lib/http/api.ts'
import { queryOf } from '../../lib/http/query.ts'

/** Query of the provider's referrals. */
export const referralsQuery = queryOf(getReferrals, {})

/** Invites all or none; returns the updated referrals. */
export async function invite(client: QueryClient, destinations: string[], idempotencyKey: string): Promise<void> {
  const invited = await call(sendInvites, { body: { destinations } }, { idempotencyKey })
  client.setQueryData<Referrals>(referralsQuery.queryKey, invited)
}

/** Sends an invitation again. */
export async function remind(client: QueryClient, id: string): Promise<void> {
  const reminded = await call(remindInvite, { params: { id } })
  client.setQueryData<Referrals>(
    referralsQuery.queryKey,
    (cached) => cached && { ...cached, invites: cached.invites.map((each) => (each.id === id ? reminded : each)) },
  )
}
