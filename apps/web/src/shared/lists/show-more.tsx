import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { errorText } from '../../lib/http/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/forms/field.tsx'

interface ShowMoreProps {
  query: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'error'> & {
    fetchNextPage: () => Promise<unknown>
  }
}

/** Button that loads the next page of a list, and why that failed. Nothing after the last page. */
export function ShowMore({ query }: ShowMoreProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = query
  if (!hasNextPage) return null
  return (
    <>
      {isFetchNextPageError && !isFetchingNextPage && (
        <FieldError alert>{errorText(error, t`We couldn't load these.`)}</FieldError>
      )}
      <Button variant="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        <Trans>Show more</Trans>
      </Button>
    </>
  )
}
