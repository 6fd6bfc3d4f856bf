import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { errorText } from '../../lib/http/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/forms/field.tsx'

interface ShowMoreProps {
  query: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'error'> & {
    fetchNextPage: () => Promise<unknown>
  }
}

/** Button after a list that loads its next page, and why that failed. Absent when there is none. */
export const ShowMore = ({ query }: ShowMoreProps) => (query.hasNextPage ? <NextPage query={query} /> : null)

function NextPage({ query }: ShowMoreProps) {
  const { isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = query
  const ref = useRef<HTMLButtonElement>(null)
  const lastControl = useRef<HTMLElement>(undefined)
  useLayoutEffect(() => {
    const button = ref.current
    return () => {
      // The last page removes the button: the focus moves to the row that was last, so that Tab reaches the new ones.
      if (document.activeElement === button) lastControl.current?.focus({ preventScroll: true })
    }
  }, [])
  return (
    <>
      {isFetchNextPageError && !isFetchingNextPage && (
        <FieldError alert>{errorText(error, t`We couldn't load these.`)}</FieldError>
      )}
      <Button
        ref={ref}
        variant="secondary"
        busy={isFetchingNextPage}
        onClick={({ currentTarget }) => {
          lastControl.current = lastControlBefore(currentTarget)
          void fetchNextPage()
        }}
      >
        <Trans>Show more</Trans>
      </Button>
    </>
  )
}

/** The last link or button of the list above, which is beside the button or beside the box around it. */
function lastControlBefore(button: HTMLElement): HTMLElement | undefined {
  const lists = [button.previousElementSibling, button.parentElement?.previousElementSibling]
  const controls = lists.map((list) => [...(list?.querySelectorAll<HTMLElement>('a, button') ?? [])])
  return controls.find(({ length }) => length > 0)?.at(-1)
}
