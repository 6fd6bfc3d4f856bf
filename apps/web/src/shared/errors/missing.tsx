import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { FileSearch } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { hasCode, hasStatus } from '../../lib/http/api-error.ts'
import { errorText } from '../../lib/http/error-text.ts'
import { useTitle } from '../../lib/browser/title.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import type { LoadErrorProps } from './load-error.tsx'
import { RetryButton } from './retry-button.tsx'

interface MissingProps {
  query: LoadErrorProps['query']
  /** Page title. */
  title: { gone: string; failed: string }
  headings: { gone: ReactNode; failed: ReactNode }
  /** Link to the list. */
  list: { to: string; label: ReactNode }
}

/** Full page for a record that does not exist or could not be loaded. */
export function Missing({ query: { error, isFetching, refetch }, title, headings, list }: MissingProps) {
  const isGone = hasCode(error, 'NOT_FOUND') || hasStatus(error, 404, 422)
  useTitle(isGone ? title.gone : title.failed)
  return (
    <div role="alert">
      <EmptyState
        icon={<FileSearch size={26} />}
        level={1}
        title={isGone ? headings.gone : headings.failed}
        action={
          <>
            {!isGone && <RetryButton variant="primary" busy={isFetching} onClick={() => void refetch()} />}
            <Link to={list.to} className={buttonClass({ variant: isGone ? 'primary' : 'secondary' })}>
              {list.label}
            </Link>
          </>
        }
      >
        {isGone ? (
          <Trans>The link may be wrong, or it belongs to another account.</Trans>
        ) : (
          errorText(error, t`Try again in a moment.`)
        )}
      </EmptyState>
    </div>
  )
}
