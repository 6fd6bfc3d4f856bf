import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { clearDraft, readDraft, writeDraft } from '../../lib/forms/form-drafts.ts'
import { errorText } from '../../lib/http/error-text.ts'
import { useIdempotencyKey } from '../../lib/http/idempotency-key.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { invite } from './api.ts'
import { addDestinations, rejectedDestination } from './model.ts'

const DRAFT = 'invites'

/** Form state of invitations; survives a reload. */
export function useInvites() {
  const client = useQueryClient()
  // After a lost answer, everybody would have been invited already.
  const withKey = useIdempotencyKey()
  const [destinations, setDestinations] = useState<string[]>(() => {
    const stored = readDraft(DRAFT)?.['destinations']
    return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : []
  })
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)

  /** More may be added while some are being invited. */
  const latest = useRef(destinations)
  function change(next: string[]) {
    latest.current = next
    setDestinations(next)
    setError(undefined)
    if (next.length > 0) writeDraft(DRAFT, { destinations: next })
    else clearDraft(DRAFT)
  }

  /** Resolves to true when all were invited. */
  async function send(): Promise<boolean> {
    if (busy) return false
    if (destinations.length === 0) {
      setError(t`Add at least one person.`)
      return false
    }
    setBusy(true)
    try {
      await withKey((idempotencyKey) => invite(client, destinations, idempotencyKey))
      change(latest.current.filter((each) => !destinations.includes(each)))
      toast.success(t`Invitations sent`, { id: 'invites' })
      return true
    } catch (failed) {
      const message = errorText(failed, t`We couldn't send the invitations.`)
      setError(rejectedDestination(failed, destinations) ?? message)
      toast.error(t`Nobody was invited`, { id: 'invites' })
      return false
    } finally {
      setBusy(false)
    }
  }

  return {
    destinations,
    error,
    busy,
    add: (typed: string) => change(addDestinations(destinations, typed)),
    remove: (item: string) => change(destinations.filter((other) => other !== item)),
    send,
  }
}

export type Invites = ReturnType<typeof useInvites>
