import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { errorText } from '../../lib/http/error-text.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { RetryButton } from './retry-button.tsx'

export interface LoadErrorProps {
  /** Says what could not be loaded, where that is the main part of the screen. */
  title?: ReactNode
  query: { error: unknown; isFetching: boolean; refetch: () => Promise<unknown> }
}

/** Shown in place of what could not be loaded, with a button to try again. */
export const LoadError = ({ title, query: { error, isFetching, refetch } }: LoadErrorProps) => (
  <Banner
    tone="danger"
    {...(title !== undefined && { alert: true, title })}
    action={<RetryButton size="sm" busy={isFetching} onClick={() => void refetch()} />}
  >
    {errorText(error, title === undefined ? t`We couldn't load this.` : t`Try again in a moment.`)}
  </Banner>
)
