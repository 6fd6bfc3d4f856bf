import { createTimeOff, deleteTimeOff } from '@fettle/protocol/availability/calls'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useDraft } from '../../../lib/forms/use-form-draft.ts'
import { call } from '../../../lib/http/api.ts'
import { callOnce } from '../../../lib/http/call-once.ts'
import { timeSpan, longDay } from '../../../lib/format/dates.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { addDays, instantAt } from '../../../lib/format/wall-time.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Card, Section } from '../../../ui/layout/card.tsx'
import { RemovableRow } from '../../../ui/layout/removable-row.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { DateField, TimeField } from '../../../ui/dates/date-field.tsx'
import { FieldError, TextField } from '../../../ui/forms/field.tsx'
import { focusIncomplete } from '../../../ui/forms/incomplete.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { LoadError } from '../../../shared/errors/load-error.tsx'
import { AffectedDialog, type OnAffected } from './affected-dialog.tsx'
import { refetchAvailability, timeOffQuery } from './api.ts'
import { affectedBookingsOf } from './model.ts'

/** Time off in days and hours. */
export function TimeOffCard({ timeZone }: { timeZone: string }) {
  const client = useQueryClient()
  const query = useQuery(timeOffQuery)
  const [adding, setAdding] = useState(false)
  const remove = useMutation({
    mutationFn: (id: string) => call(deleteTimeOff, { params: { id } }),
    onSuccess: () => {
      refetchAvailability(client)
      toast.success(t`Removed`)
    },
    onError: (error) => void toast.error(errorText(error, t`That didn't work. Try again.`)),
  })
  return (
    <Section
      title={<Trans>Time off</Trans>}
      actions={
        <Button
          size="sm"
          variant="secondary"
          icon={<Plus size={18} aria-hidden="true" />}
          onClick={() => setAdding(true)}
        >
          <Trans>Add time off</Trans>
        </Button>
      }
    >
      <Card className="grid gap-3 p-4 md:p-5">
        {query.isPending && <Skeleton className="h-8" />}
        {query.isError && !query.data && <LoadError query={query} />}
        {query.data?.length === 0 && (
          <p className="text-text-muted">
            <Trans>No time off planned.</Trans>
          </p>
        )}
        {query.data && query.data.length > 0 && (
          <ul className="grid divide-y divide-line">
            {query.data.map(({ id, startAt, endAt, reason }) => (
              <RemovableRow key={id} className="flex items-center justify-between gap-3 py-1">
                <span className="grid">
                  <span className="font-medium">{longDay(startAt, timeZone)}</span>
                  <span className="text-sm text-text-muted">
                    {[timeSpan(startAt, endAt, timeZone), reason].filter(Boolean).join(' · ')}
                  </span>
                </span>
                <IconButton
                  label={t`Remove time off: ${longDay(startAt, timeZone)}`}
                  title={t`Remove time off`}
                  icon={<Trash2 size={18} />}
                  aria-disabled={remove.isPending}
                  onClick={() => remove.mutate(id)}
                />
              </RemovableRow>
            ))}
          </ul>
        )}
      </Card>
      {adding && <AddTimeOff timeZone={timeZone} onClose={() => setAdding(false)} />}
    </Section>
  )
}

function AddTimeOff({ timeZone, onClose }: { timeZone: string; onClose: () => void }) {
  const client = useQueryClient()
  const {
    form,
    change: set,
    clearDraft,
  } = useDraft('time-off', { from: '', fromTime: '', to: '', toTime: '', reason: '' })
  const [isSubmitted, setSubmitted] = useState(false)
  const { from, fromTime, to, toTime, reason } = form
  const last = to || from
  const startAt = from ? instantAt(from, fromTime || '00:00', timeZone).toISOString() : ''
  // Whole days end at the start of the next day.
  const endAt = last ? instantAt(toTime ? last : addDays(last, 1), toTime || '00:00', timeZone).toISOString() : ''
  const wrong = from === '' || startAt >= endAt

  const save = useMutation({
    mutationFn: (onAffected?: OnAffected) =>
      callOnce(createTimeOff, {
        body: { startAt, endAt, ...(reason.trim() && { reason: reason.trim() }), ...(onAffected && { onAffected }) },
      }),
    onSuccess: () => {
      clearDraft()
      refetchAvailability(client)
      onClose()
      toast.success(t`Time off saved`)
    },
  })
  const affected = affectedBookingsOf(save.error)
  const submit = () => {
    if (focusIncomplete()) return
    setSubmitted(true)
    if (!wrong) save.mutate(undefined)
  }
  if (affected)
    return (
      <AffectedDialog
        bookings={affected}
        timeZone={timeZone}
        isOff
        busy={save.isPending}
        onChoose={(choice) => save.mutate(choice)}
        onClose={save.reset}
      />
    )
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t`Add time off`}
      description={t`Leave the times empty to take whole days off.`}
      confirm={<Trans>Save</Trans>}
      keep={<Trans>Close</Trans>}
      variant="primary"
      busy={save.isPending}
      onConfirm={submit}
    >
      <div className="grid gap-4">
        <div className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] gap-3">
          <DateField label={t`From`} value={from} onChange={(day) => set({ from: day })} />
          <TimeField label={t`At`} optional value={fromTime} onChange={(time) => set({ fromTime: time })} />
          <DateField label={t`To`} optional value={to} onChange={(day) => set({ to: day })} />
          <TimeField label={t`At`} optional value={toTime} onChange={(time) => set({ toTime: time })} />
        </div>
        {isSubmitted && wrong && <FieldError>{t`Choose an end time after the start.`}</FieldError>}
        <TextField
          label={t`Reason`}
          optional
          maxLength={200}
          value={reason}
          onChange={(event) => set({ reason: event.target.value })}
        />
        {save.error && <Banner tone="danger" alert title={errorText(save.error, t`That didn't work. Try again.`)} />}
      </div>
    </ConfirmDialog>
  )
}
