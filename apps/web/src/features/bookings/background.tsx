import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../app/paths.ts'
import { forgetDevice, keptReads, outbox, setOutboxOwner } from '../../lib/device-outbox.ts'
import { keepReads, restoreReads } from '../../lib/keep-reads.ts'
import { rememberProfile, useProfile } from '../../lib/profile.ts'
import { onLogout } from '../../lib/session.ts'
import { toast } from '../../ui/toast.ts'
import { readAgain } from './api.ts'
import { sendDeedsOn } from './deeds.ts'
import { fetchNear, fetchTools } from './near.ts'

/** What can be read without a connection: jobs and the diary, and what stands on them. */
const nouns = ['dashboard', 'bookings', 'calendar', 'checklists', 'availability', 'timeOff']

/**
 * What the device does for its bookings whatever screen is shown: keeps what was read, has the days around today at
 * hand, and sends what was done without a connection.
 */
export function Background() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const profile = useProfile()
  const { id: user } = profile

  useEffect(() => void rememberProfile(profile).catch(() => undefined), [profile])
  useEffect(() => {
    setOutboxOwner(user)
    sendDeedsOn(client)
    const options = { client, drawer: keptReads, user, nouns, now: Date.now }
    let current = true
    let stopKeeping: (() => void) | undefined
    const catchUp = async () => {
      await outbox.resume()
      if (!current || !navigator.onLine) return
      await fetchNear(client)
      await fetchTools()
    }
    const begin = async () => {
      await restoreReads(options)
      if (!current) return
      stopKeeping = keepReads(options)
      await catchUp()
    }
    const back = () => void catchUp().catch(() => undefined)
    begin().catch(() => undefined)
    window.addEventListener('online', back)
    const stops = [
      onLogout(() => {
        stopKeeping?.()
        return forgetDevice()
      }),
      outbox.onSent(() => readAgain(client)),
    ]
    return () => {
      current = false
      stopKeeping?.()
      window.removeEventListener('online', back)
      stops.forEach((stop) => stop())
    }
  }, [client, user])

  // Whoever has put the phone away must be told when something did not go through.
  useEffect(() => {
    const told = new Set<string>()
    return outbox.subscribe(() => {
      for (const { id, state, subject, refusal } of outbox.get()) {
        if (state !== 'review' || told.has(id)) continue
        told.add(id)
        toast.error(t`Something you did needs review`, {
          ...(refusal && { body: refusal.message }),
          action: { label: t`Open the job`, run: () => void navigate(paths.booking(subject)) },
        })
      }
    })
  }, [navigate])
  return null
}
