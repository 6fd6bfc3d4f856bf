import type { OfferDetails } from '@fettle/protocol/offers'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import {
  offlineQueue,
  setQueueOwner,
  useQueuedMutation,
  useQueuedMutations,
} from '../../../lib/offline/device-queue.ts'
import type { QueuedMutation } from '../../../lib/offline/mutation-queue.ts'
import { useProfile } from '../../../shared/profile/profile.ts'
import { localOffersIn, serverIdKey, localOfferDetails, isLocalId, serverIdOf, usualDaysIn } from './local-drafts.ts'

/** Current id of an offer: the server's, once an offer created offline has one. */
export function useServerId(id: string): string {
  const { data } = useQuery<string>({
    queryKey: serverIdKey(id),
    queryFn: () => serverIdOf(id),
    // Written by the sender; there is nothing to fetch.
    enabled: false,
    staleTime: Infinity,
  })
  return isLocalId(id) ? (data ?? serverIdOf(id)) : id
}

export interface LocalOffer {
  offer: OfferDetails | undefined
  mutation: QueuedMutation | undefined
  /** The local store has been read. */
  isRead: boolean
}

/** An offer that exists only on this device, by its local id. */
export function useLocalOffer(id: string): LocalOffer {
  const client = useQueryClient()
  const { id: user } = useProfile()
  const [isRead, setRead] = useState(false)
  const mutation = useQueuedMutation((mutations) => localOffersIn(mutations).findLast(({ subject }) => subject === id))
  useEffect(() => {
    if (!isLocalId(id)) return
    setQueueOwner(user)
    void offlineQueue.read().then(
      () => setRead(true),
      () => setRead(true),
    )
  }, [id, user])
  const offer = useMemo(() => mutation && localOfferDetails(mutation, usualDaysIn(client)), [mutation, client])
  return { offer, mutation, isRead }
}

/** All offers that exist only on this device, newest first. */
export function useLocalOffers(): OfferDetails[] {
  const mutations = useQueuedMutations()
  return useMemo(
    () =>
      localOffersIn(mutations)
        .map((mutation) => localOfferDetails(mutation))
        .toReversed(),
    [mutations],
  )
}
