import type { OfferDetails } from '@fettle/protocol/offers'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { offlineQueue, setQueueOwner, useQueuedMutation, useQueuedMutations } from '../../lib/offline/device-queue.ts'
import type { QueuedMutation } from '../../lib/offline/offline-queue.ts'
import { useProfile } from '../../shared/profile/profile.ts'
import { localOffersIn, serverIdKey, localOfferDetails, isLocalId, serverIdOf, usualDaysIn } from './local-drafts.ts'

/** The name an offer is known by now: that of the server, once what was begun here has one. */
export function useServerId(id: string): string {
  const { data } = useQuery<string>({
    queryKey: serverIdKey(id),
    queryFn: () => serverIdOf(id),
    // Whoever created it says so; nobody else can be asked.
    enabled: false,
    staleTime: Infinity,
  })
  return isLocalId(id) ? (data ?? serverIdOf(id)) : id
}

export interface LocalOffer {
  offer: OfferDetails | undefined
  mutation: QueuedMutation | undefined
  /** The drawer of this device was looked into. */
  isRead: boolean
}

/** An offer that is only on this device, by its name here. */
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

/** All that were begun on this device and are only here, newest first. */
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
