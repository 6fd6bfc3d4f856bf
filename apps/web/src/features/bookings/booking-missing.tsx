import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { FileSearch } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { hasCode, hasStatus } from '../../lib/api-error.ts'
import { errorText } from '../../lib/profile-error-text.ts'
import { useTitle } from '../../lib/title.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** There is no such booking, or it could not be read. */
export function Missing(props: {
  error: unknown
  listHref: string
  busy: boolean
  retry: () => void
  /** What to say instead of a booking's words. */
  words?: { gone: ReactNode; failed: ReactNode }
}) {
  const { error, listHref, busy, retry, words } = props
  const gone = hasCode(error, 'NOT_FOUND') || hasStatus(error, 404, 422)
  const toList = (
    <Link to={listHref} className={buttonClass({ variant: gone ? 'primary' : 'secondary' })}>
      <Trans>All bookings</Trans>
    </Link>
  )
  useTitle(gone ? t`Booking not found` : t`Booking`)
  return (
    <EmptyState
      icon={<FileSearch size={26} />}
      title={
        gone
          ? (words?.gone ?? <Trans>We couldn't find that booking.</Trans>)
          : (words?.failed ?? <Trans>The booking could not be loaded.</Trans>)
      }
      action={
        gone ? (
          toList
        ) : (
          <>
            <Button busy={busy} onClick={retry}>
              <Trans>Try again</Trans>
            </Button>
            {toList}
          </>
        )
      }
    >
      {gone ? (
        <Trans>The address may be wrong, or it belongs to another account.</Trans>
      ) : (
        errorText(error, t`Try again in a moment.`)
      )}
    </EmptyState>
  )
}
