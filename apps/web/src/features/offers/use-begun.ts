import type { OfferDetails } from '@fettle/protocol/offers/index'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { outbox, setOutboxOwner, useDeed, useDeeds } from '../../lib/device-outbox.ts'
import type { Deed } from '../../lib/outbox.ts'
import { useProfile } from '../../lib/profile.ts'
import { begunIn, bornKey, detailsOf, isBegun, serverIdOf, usualDaysIn } from './begun.ts'

/** The name an offer is known by now: that of the server, once what was begun here has one. */
export function useNameNow(id: string): string {
  const { data } = useQuery<string>({
    queryKey: bornKey(id),
    queryFn: () => serverIdOf(id),
    // Whoever created it says so; nobody else can be asked.
    enabled: false,
    staleTime: Infinity,
  })
  return isBegun(id) ? (data ?? serverIdOf(id)) : id
}

export interface BegunHere {
  offer: OfferDetails | undefined
  deed: Deed | undefined
  /** The drawer of this device was looked into. */
  isRead: boolean
}

/** An offer that is only on this device, by its name here. */
export function useBegunHere(id: string): BegunHere {
  const client = useQueryClient()
  const { id: user } = useProfile()
  const [isRead, setRead] = useState(false)
  const deed = useDeed((deeds) => begunIn(deeds).findLast(({ subject }) => subject === id))
  useEffect(() => {
    if (!isBegun(id)) return
    setOutboxOwner(user)
    void outbox.read().then(
      () => setRead(true),
      () => setRead(true),
    )
  }, [id, user])
  const offer = useMemo(() => deed && detailsOf(deed, usualDaysIn(client)), [deed, client])
  return { offer, deed, isRead }
}

/** All that were begun on this device and are only here, newest first. */
export function useAllBegun(): OfferDetails[] {
  const deeds = useDeeds()
  return useMemo(
    () =>
      begunIn(deeds)
        .map((deed) => detailsOf(deed))
        .toReversed(),
    [deeds],
  )
}
