import { t } from '@lingui/core/macro'
import { NovuProvider, useNovu } from '@novu/react/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { LoadError } from '../../../shared/errors/load-error.tsx'
import { choose, connectionQuery, preferencesQuery, setQuietHours, type Choices } from './api.ts'
import { ChannelsCard } from './channels-card.tsx'
import { DesktopCard } from './desktop-card.tsx'
import { withChoice } from './model.ts'
import { PushCard } from './push-card.tsx'
import { QuietHoursCard } from './quiet-hours-card.tsx'

/** Notification preferences: channels and quiet hours. */
export function NotificationsTab() {
  const connection = useQuery(connectionQuery)
  const [attempt, setAttempt] = useState(0)
  if (connection.isError && !connection.data) return <LoadError query={connection} />
  if (!connection.data) return <Skeleton className="h-64" />
  return (
    <NovuProvider key={attempt} {...connection.data}>
      <Preferences onBroken={() => setAttempt(attempt + 1)} />
    </NovuProvider>
  )
}

/** Preferences, saved optimistically and rolled back on refusal. `onBroken` requests another client. */
function Preferences({ onBroken }: { onBroken: () => void }) {
  const novu = useNovu()
  const client = useQueryClient()
  const query = preferencesQuery(novu)
  const found = useQuery(query)

  async function change(next: (before: Choices) => Choices, send: () => Promise<unknown>) {
    // An answer on its way has the state before this change.
    await client.cancelQueries(query)
    const before = client.getQueryData(query.queryKey)
    if (!before) return
    client.setQueryData(query.queryKey, next(before))
    try {
      await send()
      toast.success(t`Saved`, { id: 'preferences' })
    } catch {
      client.setQueryData(query.queryKey, before)
      void client.invalidateQueries(query)
      toast.error(t`Couldn't save that`, { id: 'preferences', body: t`Nothing was changed. Please try again.` })
    }
  }

  if (found.data === undefined && found.isError) {
    const refetch = async () => {
      client.removeQueries(query)
      onBroken()
    }
    return <LoadError query={{ ...found, refetch: refetch }} />
  }
  if (!found.data) return <Skeleton className="h-64" />
  const { kinds, quiet } = found.data
  return (
    <div className="grid gap-5">
      <ChannelsCard
        kinds={kinds}
        onChoose={(group, channel, on) =>
          void change(
            (before) => ({ ...before, kinds: withChoice(before.kinds, group, channel, on) }),
            () => choose(novu, group, channel, on),
          )
        }
      />
      <PushCard />
      <DesktopCard />
      <QuietHoursCard
        quiet={quiet}
        onChange={(chosen) =>
          void change(
            (before) => ({ ...before, quiet: chosen }),
            () => setQuietHours(novu, chosen),
          )
        }
      />
    </div>
  )
}
