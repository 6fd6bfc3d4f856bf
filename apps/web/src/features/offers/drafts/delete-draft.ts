import { removeOffer } from '@fettle/protocol/offers/calls'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/http/api.ts'
import { offerQuery, offersKey } from '../api.ts'
import { discardLocalOffer, isLocalId, serverIdOf } from './local-drafts.ts'

/** Deletes an offer that was never sent, on the server or on this device. */
export async function deleteDraft(client: QueryClient, id: string): Promise<void> {
  // An offer made offline may have reached the server meanwhile.
  const current = serverIdOf(id)
  if (isLocalId(current)) await discardLocalOffer(id)
  else await call(removeOffer, { params: { id: current } }, { keepalive: true })
  client.removeQueries({ queryKey: offerQuery(id).queryKey })
  await client.invalidateQueries({ queryKey: offersKey })
}
