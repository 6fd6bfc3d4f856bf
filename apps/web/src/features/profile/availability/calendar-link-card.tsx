import { createCalendarLink, revokeCalendarLink } from '@fettle/protocol/availability/calls'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { call } from '../../../lib/http/api.ts'
import { longDay, ownTimeZone } from '../../../lib/format/dates.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, Section } from '../../../ui/layout/card.tsx'
import { TransientButton } from '../../../ui/transient-button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { LoadError } from '../../../shared/errors/load-error.tsx'
import { calendarLinkQuery } from './api.ts'

/** Calendar link, which shows bookings in other programs. */
export function CalendarLinkCard() {
  const client = useQueryClient()
  const query = useQuery(calendarLinkQuery)
  const change = useMutation({
    mutationFn: (make: boolean) => (make ? call(createCalendarLink, { body: {} }) : call(revokeCalendarLink, {})),
    onSuccess: (link, make) => {
      client.setQueryData(calendarLinkQuery.queryKey, link)
      toast.success(make ? t`Calendar link created` : t`Calendar link turned off`)
    },
    onError: (error) => void toast.error(errorText(error, t`That didn't work. Try again.`)),
  })
  const link = query.data
  const copy = (url: string) =>
    navigator.clipboard.writeText(url).then(
      () => toast.success(t`Link copied`),
      () => toast.error(t`We couldn't copy the link.`),
    )
  const since = link?.createdAt ? longDay(link.createdAt, ownTimeZone()) : ''
  return (
    <Section
      title={<Trans>Your bookings in other calendars</Trans>}
      description={
        <Trans>Show your jobs in Google, Apple or Outlook Calendar. Anyone with the link can see them.</Trans>
      }
    >
      <Card className="grid gap-4 p-4 md:p-5">
        {query.isPending && <Skeleton className="h-8" />}
        {query.isError && !link && <LoadError query={query} />}
        {link?.url && (
          <div className="flex items-end gap-2">
            <TextField
              label={t`Calendar link`}
              hint={t`Copy it now. We only show it once.`}
              value={link.url}
              readOnly
              className="flex-1"
            />
            <Button
              variant="secondary"
              className="min-h-12 self-start mt-7"
              icon={<Copy size={18} aria-hidden="true" />}
              onClick={() => void copy(link.url ?? '')}
            >
              <Trans>Copy</Trans>
            </Button>
          </div>
        )}
        {link?.isActive && !link.url && (
          <p>
            <Trans>Calendar link created {since}. We can't show it again. Create a new one if you lost it.</Trans>
          </p>
        )}
        {link && (
          <div className="flex flex-wrap gap-3">
            <Button variant="secondary" busy={change.isPending} onClick={() => change.mutate(true)}>
              {link.isActive ? <Trans>Create new link</Trans> : <Trans>Create calendar link</Trans>}
            </Button>
            {link.isActive && (
              <TransientButton variant="quiet" busy={change.isPending} onClick={() => change.mutate(false)}>
                <Trans>Turn off calendar link</Trans>
              </TransientButton>
            )}
          </div>
        )}
      </Card>
    </Section>
  )
}
