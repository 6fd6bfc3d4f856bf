import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { outbox, setOutboxOwner, useDeeds } from '../../lib/device-outbox.ts'
import { useProfile } from '../../lib/profile.ts'
import { errorText } from '../../lib/error-text.ts'
import { toast } from '../../ui/toast.ts'
import { readAgain } from './api.ts'
import { isFieldMove, sendDeedsOn, type FieldDeed } from './deeds.ts'

export interface Field {
  /** Does it now, or as soon as there is a connection. False when the server refused. */
  run: (kind: FieldDeed, payload?: Record<string, unknown>) => Promise<boolean>
  /** What is being sent at this moment. */
  busy: FieldDeed | undefined
  /** What was refused last, with what it said, and why. */
  refused: { kind: FieldDeed; payload: Record<string, unknown>; error: unknown } | undefined
  forget: () => void
}

/** The work on one job: everything goes through the outbox of the device, with a connection or without. */
export function useField(id: string): Field {
  const client = useQueryClient()
  const { id: user } = useProfile()
  const [busy, setBusy] = useState<FieldDeed>()
  const [refused, setRefused] = useState<Field['refused']>()

  useEffect(() => {
    setOutboxOwner(user)
    sendDeedsOn(client)
  }, [client, user])

  const run = useCallback(
    async (kind: FieldDeed, payload: Record<string, unknown> = {}) => {
      setRefused(undefined)
      setBusy(kind)
      try {
        const { sent } = await outbox.add({ subject: id, kind, payload })
        if (sent) readAgain(client)
        else if (isFieldMove(kind))
          toast.info(t`Kept on this device`, { body: t`It is sent when you are back online.` })
        return true
      } catch (error) {
        setRefused({ kind, payload, error })
        // Beside the action for those who see it; read aloud with its banner.
        if (!isFieldMove(kind)) toast.error(errorText(error, t`That didn't work. Try again.`))
        readAgain(client)
        return false
      } finally {
        setBusy(undefined)
      }
    },
    [client, id],
  )
  return { run, busy, refused, forget: () => setRefused(undefined) }
}

/** What of a job is still on this device only. */
export function useOwnDeeds(id: string) {
  const deeds = useDeeds()
  return useMemo(() => deeds.filter(({ subject }) => subject === id), [deeds, id])
}
