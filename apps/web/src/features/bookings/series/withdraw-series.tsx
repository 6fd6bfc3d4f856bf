import type { BookingSeries } from '@fettle/protocol/bookings/series'
import { declineSeries } from '@fettle/protocol/bookings/calls'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/http/api.ts'
import { FormSheet } from '../../../shared/forms/form-sheet.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { invalidateSeries } from './api.ts'

/** Withdraws a proposed series before the customer has answered. */
export function WithdrawSeries({ series, now, onClose }: { series: BookingSeries; now: Date; onClose: () => void }) {
  const client = useQueryClient()
  const { name } = series.customer
  const withdraw = useMutation({
    mutationFn: () => call(declineSeries, { params: { id: series.id }, body: { version: series.version } }),
    onSuccess: () => {
      onClose()
      toast.success(t`You withdrew the request`, { body: t`We've let ${name} know.` })
    },
    onSettled: () => invalidateSeries(client),
  })
  return (
    <FormSheet
      title={<Trans>Withdraw these visits?</Trans>}
      description={<Trans>We'll let {name} know. There's no fee.</Trans>}
      submit={<Trans>Withdraw</Trans>}
      variant="danger"
      busy={withdraw.isPending}
      error={withdraw.error}
      timeZone={series.timeZone}
      now={now}
      onSubmit={() => withdraw.mutate()}
      onClose={onClose}
    />
  )
}
