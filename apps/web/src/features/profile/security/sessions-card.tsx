import type { Session } from '@fettle/protocol/accounts/auth'
import type { RememberedDevice } from '@fettle/protocol/accounts/second-factor'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Monitor, ShieldCheck, Smartphone } from 'lucide-react'
import { agoText, longDay, ownTimeZone } from '../../../lib/format/dates.ts'
import { useNow } from '../../../lib/browser/now.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { RemovableRow } from '../../../ui/layout/removable-row.tsx'
import { TransientButton } from '../../../ui/transient-button.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Chip } from '../../../ui/feedback/status-chip.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { LoadError } from '../../../shared/errors/load-error.tsx'
import { LoadErrorNote } from '../../../shared/errors/load-error-note.tsx'
import { forgetRememberedDevice, secondFactorsQuery } from '../../../shared/second-factor/api.ts'
import { sessionsQuery, signOut, signOutOthers } from './api.ts'

/** Signed-in devices, each with a button to end its session, and devices that skip the second factor. */
export function SessionsCard() {
  const client = useQueryClient()
  const sessions = useQuery(sessionsQuery)
  const secondFactors = useQuery(secondFactorsQuery)
  const rememberedDevices = secondFactors.data?.rememberedDevices ?? []
  const isRememberedUnknown = secondFactors.isError && !secondFactors.data
  const others = sessions.data?.filter(({ isCurrent }) => !isCurrent) ?? []

  const done = (text: string) => void toast.success(text, { id: 'sessions' })
  const onError = (error: Error) =>
    void toast.error(errorText(error, t`We couldn't log out the device.`), { id: 'sessions' })
  const end = useMutation({
    mutationFn: (id: string) => signOut(client, id),
    onSuccess: () => done(t`Logged out`),
    onError,
  })
  const forget = useMutation({
    mutationFn: (id: string) => forgetRememberedDevice(client, id),
    onSuccess: () => done(t`This device asks for the second step again`),
    onError,
  })
  const endOthers = useMutation({
    mutationFn: () => signOutOthers(client),
    onSuccess: (ended) =>
      done(plural(ended, { one: '# other device logged out', other: '# other devices logged out' })),
    onError,
  })
  return (
    <Card className="grid gap-4 p-5 md:p-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-semibold">
          <Trans>Devices</Trans>
        </h2>
        {others.length > 0 && (
          <TransientButton variant="secondary" size="sm" busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
            <Trans>Log out other devices</Trans>
          </TransientButton>
        )}
      </div>
      {sessions.isPending && <Skeleton className="h-16" />}
      {sessions.isError && !sessions.data && <LoadError query={sessions} />}
      <ul className="grid divide-y divide-line">
        {sessions.data?.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            busy={end.isPending && end.variables === session.id}
            onEnd={() => end.mutate(session.id)}
          />
        ))}
      </ul>
      {(rememberedDevices.length > 0 || isRememberedUnknown) && (
        <section className="grid gap-2 border-t border-line pt-4">
          <h3 className="font-semibold">
            <Trans>Devices that skip the second step</Trans>
          </h3>
          {isRememberedUnknown && (
            <LoadErrorNote query={secondFactors}>
              <Trans>We couldn't load these.</Trans>
            </LoadErrorNote>
          )}
          <ul className="grid divide-y divide-line">
            {rememberedDevices.map((device) => (
              <RememberedRow
                key={device.id}
                device={device}
                busy={forget.isPending && forget.variables === device.id}
                onForget={() => forget.mutate(device.id)}
              />
            ))}
          </ul>
        </section>
      )}
    </Card>
  )
}

const methodLabel = (method: Session['method']): string | undefined =>
  method === 'GOOGLE' ? 'Google' : method === 'PASSKEY' ? t`Passkey` : undefined

interface RememberedRowProps {
  device: RememberedDevice
  busy: boolean
  onForget: () => void
}

function RememberedRow({ device: { device, expiresAt, isCurrent }, busy, onForget }: RememberedRowProps) {
  const until = longDay(expiresAt, ownTimeZone())
  return (
    <RemovableRow className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <ShieldCheck size={22} aria-hidden="true" className="shrink-0 text-text-muted" />
      <div className="grid min-w-40 flex-1">
        <span className="font-medium">{device}</span>
        <span className="text-sm text-text-muted">
          {isCurrent ? <Trans>This device, until {until}</Trans> : <Trans>Until {until}</Trans>}
        </span>
      </div>
      <Button variant="quiet" size="sm" busy={busy} aria-label={t`Ask again on ${device}`} onClick={onForget}>
        <Trans>Ask again</Trans>
      </Button>
    </RemovableRow>
  )
}

function SessionRow({ session, busy, onEnd }: { session: Session; busy: boolean; onEnd: () => void }) {
  const { device, address, lastSeenAt, isCurrent, method } = session
  const Icon = /android|iphone|ipad|ios/i.test(device) ? Smartphone : Monitor
  const seen = agoText(lastSeenAt, useNow())
  return (
    <RemovableRow className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <Icon size={22} aria-hidden="true" className="shrink-0 text-text-muted" />
      <div className="grid min-w-40 flex-1">
        <span className="font-medium">{device}</span>
        <span className="text-sm text-text-muted">
          {[seen, address, methodLabel(method)].filter(Boolean).join(' · ')}
        </span>
      </div>
      {isCurrent ? (
        <Chip tone="success">
          <Trans>This device</Trans>
        </Chip>
      ) : (
        <Button variant="quiet" size="sm" busy={busy} aria-label={t`Log out ${device}`} onClick={onEnd}>
          <Trans>Log out</Trans>
        </Button>
      )}
    </RemovableRow>
  )
}
