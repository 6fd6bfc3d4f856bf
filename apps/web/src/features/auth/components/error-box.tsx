import type { ReactNode } from 'react'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { ErrorSummary, type SummaryItem } from '../../../ui/forms/error-summary.tsx'

export interface ErrorBoxProps {
  /** Why the server refused the form as a whole. */
  message?: string | undefined
  /** Button or link that resolves the problem. */
  action?: ReactNode
  /** Problems of single fields. */
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
