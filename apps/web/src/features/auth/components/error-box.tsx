import type { ReactNode } from 'react'
import { Banner } from '../../../ui/banner.tsx'
import { ErrorSummary, type SummaryItem } from '../../../ui/error-summary.tsx'

export interface ErrorBoxProps {
  /** Why the form as a whole was refused. */
  message?: string | undefined
  /** The way out. */
  action?: ReactNode
  /** What is wrong at the fields. */
  items?: readonly SummaryItem[]
}

export const ErrorBox = ({ message, action, items = none }: ErrorBoxProps) => (
  <>
    <ErrorSummary items={items} />
    {message && (
      <Banner tone="danger" alert>
        {message}
        {action}
      </Banner>
    )}
  </>
)

const none: readonly SummaryItem[] = []
