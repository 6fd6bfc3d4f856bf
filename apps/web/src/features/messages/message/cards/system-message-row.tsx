import type { MessageView } from '@fettle/chat-client'
import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { Suspense, useSyncExternalStore, type ReactNode } from 'react'
import { Link } from 'react-router'
import { cardKinds } from '../../../../app/cards.ts'
import { ErrorBoundary } from '../../../../ui/feedback/error-boundary.tsx'
import { ownTimeZone, timeIn } from '../../../../lib/format/dates.ts'
import { CardFrame, CardSkeleton } from '../../../../shared/cards/card-frame.tsx'
import { buttonClass } from '../../../../ui/button.tsx'
import { messageText } from '../../chat-texts.ts'
import { useMessageListContext } from '../../conversation/list/list-context.ts'
import { isLatestOf } from './latest.ts'

/**
 * System message, centred. The last one about a record shows its card with actions; earlier ones are a line with a
 * link.
 */
export function SystemMessageRow({ message }: { message: MessageView }) {
  const { store, current } = useMessageListContext()
  const { _ } = useLingui()
  const { id, card, createdAt } = message
  const text = messageText(message)
  // Unknown card types are shown as text. `hasOwn` guards against names of inherited properties.
  const kind = card && Object.hasOwn(cardKinds, card.type) ? cardKinds[card.type] : undefined
  const isLatest = useSyncExternalStore(store.subscribe, () => isLatestOf(store.getSnapshot().messages, message))
  const Renderer = isLatest ? kind?.Renderer : undefined
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys move between messages
      tabIndex={current === id ? 0 : -1}
      data-message={id}
      className="grid grid-cols-1 justify-items-center gap-1.5 rounded-card px-4 py-2.5 focus-visible:-outline-offset-2"
    >
      {text && (
        <p className="max-w-lg px-2 text-center text-sm text-pretty wrap-anywhere text-text-muted">
          {text} <span aria-hidden="true">·</span>{' '}
          <time dateTime={createdAt} className="text-xs whitespace-nowrap tabular-nums">
            {timeIn(createdAt, ownTimeZone())}
          </time>
        </p>
      )}
      {Renderer && card ? (
        <div className="w-full max-w-md">
          <ErrorBoundary resetKey={card.id} fallback={() => <Broken to={kind?.to(card.id)} />}>
            <Suspense fallback={<CardSkeleton />}>
              <Renderer id={card.id} />
            </Suspense>
          </ErrorBoundary>
        </div>
      ) : (
        card &&
        kind && (
          <Link to={kind.to(card.id)} className={clsx(buttonClass({ variant: 'quiet', size: 'sm' }), 'underline')}>
            {_(kind.open)}
          </Link>
        )
      )}
    </div>
  )
}

/** Fallback with a link when a card cannot be rendered. */
const Broken = ({ to }: { to: string | undefined }): ReactNode => (
  <CardFrame>
    <p className="text-sm text-text-muted">
      <Trans>This can't be shown here.</Trans>
    </p>
    {to && (
      <Link to={to} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
        <Trans>Open it</Trans>
      </Link>
    )}
  </CardFrame>
)
