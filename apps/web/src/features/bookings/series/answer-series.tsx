import type { BookingSeries } from '@fettle/protocol/bookings/series'
import { acceptSeries, declineSeries, previewSeriesAnswer } from '@fettle/protocol/bookings/calls'
import type { DeclineReason } from '@fettle/protocol/bookings'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../lib/http/api.ts'
import { queryOf } from '../../../lib/http/query.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { mergeConsents, type Consent } from '../../../shared/errors/action-error.ts'
import { clearDraft } from '../../../lib/forms/form-drafts.ts'
import { DeclineDialog } from '../../../shared/bookings/decline-dialog.tsx'
import { declineDraft } from '../../../shared/bookings/decline-draft.ts'
import { ErrorNotice } from '../../../shared/errors/error-notice.tsx'
import { LoadError } from '../../../shared/errors/load-error.tsx'
import { invalidateSeries } from './api.ts'
import { outlookOf } from './model.ts'
import { PreviewRows } from './visit-rows.tsx'

type Answer = { yes: Consent } | { no: { reasonCode: DeclineReason; note?: string } }

/** Accepts or declines a proposed series, with a preview of the resulting visits. */
export function AnswerSeries({ series, now }: { series: BookingSeries; now: Date }) {
  const client = useQueryClient()
  const { id, version, timeZone, customer, conflictPolicy } = series
  const preview = useQuery({ ...queryOf(previewSeriesAnswer, { params: { id } }), staleTime: 0 })
  const [declining, setDeclining] = useState(false)
  const visits = preview.data ?? []
  const outlook = outlookOf(visits, series)
  const name = customer.name
  const answer = useMutation({
    mutationFn: (variables: Answer) => {
      const params = { id }
      if ('no' in variables) return call(declineSeries, { params, body: { version, ...variables.no } })
      // The customer prefers all or nothing; an explicit partial acceptance books the free visits.
      const onConflict = conflictPolicy === 'FAIL' && outlook.leftOut > 0 ? { onConflict: 'SKIP' as const } : {}
      const body = { version, ...onConflict, ...variables.yes }
      return call(acceptSeries, { params, body: body as { version: number } })
    },
    onSuccess: (_, variables) => {
      clearDraft(declineDraft(id))
      if ('yes' in variables) toast.success(t`Visits accepted`, { body: t`We've let ${name} know.` })
      else toast.success(t`Request declined`, { body: t`We've let ${name} know.` })
    },
    onSettled: () => invalidateSeries(client),
  })
  return (
    <Card className="grid gap-4 p-4 md:p-5">
      <div>
        <h2 className="text-lg font-semibold">
          <Trans>{name} requested these visits</Trans>
        </h2>
        <p className="text-sm text-text-muted">
          <Trans>Your answer applies to all visits.</Trans>
        </p>
      </div>
      {preview.isPending && <Skeleton className="h-40" />}
      {preview.error && !preview.data && <LoadError query={preview} />}
      {preview.data && (
        <>
          <div role="status" className="grid gap-1 text-sm font-medium">
            {outlook.leftOut === 0 && outlook.moved === 0 && outlook.offHours === 0 && (
              <p className="text-success">
                <Trans>You're free for every visit.</Trans>
              </p>
            )}
            {outlook.moved > 0 && (
              <p className="text-warning">
                <Plural
                  value={outlook.moved}
                  one="# visit clashes with your calendar and would be moved."
                  other="# visits clash with your calendar and would be moved."
                />
              </p>
            )}
            {outlook.leftOut > 0 && (
              <p className="text-danger">
                <Plural
                  value={outlook.leftOut}
                  one="# visit clashes with your calendar and would be skipped."
                  other="# visits clash with your calendar and would be skipped."
                />
              </p>
            )}
            {outlook.offHours > 0 && (
              <p className="text-warning">
                <Plural
                  value={outlook.offHours}
                  one="# visit is outside your working hours."
                  other="# visits are outside your working hours."
                />
              </p>
            )}
          </div>
          <PreviewRows
            visits={visits}
            timeZone={timeZone}
            now={now}
            outcome={conflictPolicy === 'MOVE_TO_SUGGESTION' ? 'moved' : 'left-out'}
          />
        </>
      )}
      {answer.error && (
        <ErrorNotice
          error={answer.error}
          timeZone={timeZone}
          now={now}
          onConsent={(consent) => {
            const lastAnswer = answer.variables && 'yes' in answer.variables ? answer.variables.yes : {}
            answer.mutate({ yes: mergeConsents(lastAnswer, consent) })
          }}
        />
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button
          variant="secondary"
          className="max-md:flex-1"
          disabled={answer.isPending}
          onClick={() => setDeclining(true)}
        >
          <Trans>Decline</Trans>
        </Button>
        <Button
          className="max-md:flex-1"
          busy={answer.isPending}
          disabled={!preview.data || outlook.coming === 0}
          onClick={() => answer.mutate({ yes: {} })}
        >
          <Plural value={outlook.coming} one="Accept # visit" other="Accept # visits" />
        </Button>
      </div>
      {declining && (
        <DeclineDialog
          onClose={() => setDeclining(false)}
          bookingId={id}
          customer={name}
          onDecline={(no) => answer.mutate({ no })}
        />
      )}
    </Card>
  )
}
