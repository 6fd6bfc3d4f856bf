import type { ExternalCalendar } from '@fettle/protocol/availability/calendars'
import { CALENDAR_LIMIT } from '@fettle/protocol/availability/constants'
import {
  addExternalCalendar,
  refreshExternalCalendar,
  removeExternalCalendar,
} from '@fettle/protocol/availability/calls'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../lib/http/api.ts'
import { callOnce } from '../../../lib/http/call-once.ts'
import { isApiError } from '../../../lib/http/api-error.ts'
import { agoText } from '../../../lib/format/dates.ts'
import { useNow } from '../../../lib/browser/now.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Card, Section } from '../../../ui/layout/card.tsx'
import { RemovableRow } from '../../../ui/layout/removable-row.tsx'
import { FieldError, TextField } from '../../../ui/forms/field.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { LoadError } from '../../../shared/errors/load-error.tsx'
import { calendarsQuery, refetchAvailability } from './api.ts'

/** External calendars, whose events block slots. */
export function CalendarsCard() {
  const query = useQuery(calendarsQuery)
  const calendars = query.data ?? []
  return (
    <Section
      title={<Trans>Your other calendars</Trans>}
      description={<Trans>Customers can't book times these calendars mark as busy. Synced every 15 minutes.</Trans>}
    >
      <Card className="grid gap-4 p-4 md:p-5">
        {query.isPending && <Skeleton className="h-8" />}
        {query.isError && !query.data && <LoadError query={query} />}
        {calendars.length > 0 && (
          <ul className="grid divide-y divide-line">
            {calendars.map((calendar) => (
              <RemovableRow key={calendar.id} className="py-2">
                <Line calendar={calendar} />
              </RemovableRow>
            ))}
          </ul>
        )}
        {query.data && calendars.length < CALENDAR_LIMIT && <AddCalendar />}
      </Card>
    </Section>
  )
}

function useCalendarAct<Result>(run: () => Promise<Result>, onSuccess: (result: Result) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSuccess,
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['calendars'] })
      refetchAvailability(client)
    },
    onError: (error) => {
      if (!isApiError(error) || error.issues.length === 0)
        toast.error(errorText(error, t`That didn't work. Try again.`))
    },
  })
}

function Line({ calendar }: { calendar: ExternalCalendar }) {
  const { id, name, address, lastSyncedAt, lastError, busyCount } = calendar
  const now = useNow()
  const refresh = useCalendarAct(
    () => call(refreshExternalCalendar, { params: { id }, body: {} }),
    // The calendar shows its own sync error.
    (synced) => synced.lastError ?? toast.success(t`Calendar synced`),
  )
  const remove = useCalendarAct(
    () => call(removeExternalCalendar, { params: { id } }),
    () => toast.success(t`${name || address} removed`),
  )
  const ago = lastSyncedAt ? agoText(lastSyncedAt, now) : ''
  return (
    <div className="flex items-start justify-between gap-3">
      <div className="grid min-w-0 gap-0.5">
        <p className="truncate font-medium">{name || address}</p>
        <p dir="auto" className="truncate text-sm text-text-muted">
          {address}
        </p>
        <p className="text-sm text-text-muted">
          {lastSyncedAt ? <Trans>Synced {ago}.</Trans> : <Trans>Not synced yet.</Trans>}{' '}
          <Plural value={busyCount} one="# busy time ahead." other="# busy times ahead." />
        </p>
        {lastError && <FieldError>{lastError}</FieldError>}
      </div>
      <div className="flex">
        <IconButton
          label={t`Sync ${name || address} now`}
          icon={<RefreshCw size={18} />}
          aria-disabled={refresh.isPending}
          onClick={() => refresh.mutate()}
        />
        <IconButton
          label={t`Remove ${name || address}`}
          icon={<Trash2 size={18} />}
          aria-disabled={remove.isPending}
          onClick={() => remove.mutate()}
        />
      </div>
    </div>
  )
}

function AddCalendar() {
  const [url, setUrl] = useState('')
  const [name, setName] = useState('')
  const add = useCalendarAct(
    () => callOnce(addExternalCalendar, { body: { url: url.trim(), ...(name.trim() && { name: name.trim() }) } }),
    () => {
      setUrl('')
      setName('')
      toast.success(t`Calendar added`)
    },
  )
  const issue = isApiError(add.error) ? add.error.issues[0]?.message : undefined
  return (
    <form
      noValidate
      className="grid gap-3 sm:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (url.trim() !== '') add.mutate()
      }}
    >
      <TextField
        label={t`iCal address`}
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://…/calendar.ics"
        value={url}
        onChange={(event) => setUrl(event.target.value)}
        error={issue}
      />
      <TextField
        label={t`Name`}
        optional
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" size="sm" variant="secondary" busy={add.isPending} className="justify-self-start">
        <Trans>Add calendar</Trans>
      </Button>
    </form>
  )
}
