import type { ChannelStore, MessageView } from '@fettle/chat-client'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { Forward, Pin } from 'lucide-react'
import { memo, useMemo } from 'react'
import { ownTimeZone, timeIn } from '../../../lib/format/dates.ts'
import { Button, type ButtonProps } from '../../../ui/button.tsx'
import { TransientButton } from '../../../ui/transient-button.tsx'
import { Attachments } from './media/attachments.tsx'
import { SystemMessageRow } from './cards/system-message-row.tsx'
import { failureText } from '../chat-texts.ts'
import { canReply } from './actions/possible-actions.ts'
import { useMessageListContext } from '../conversation/list/list-context.ts'
import { LinkPreviews } from './text/link-preview.tsx'
import { MessageText } from './text/message-text.tsx'
import { MessageToolbar } from './actions/message-actions.tsx'
import { QuotedMessage } from './text/quote.tsx'
import { Reactions } from './actions/reactions.tsx'
import { SavedMark, useSavedState } from '../saved/saved-mark.tsx'
import { FromThread, ThreadFooter } from '../threads/thread-footer.tsx'
import { SendStateMark } from './send-state.tsx'
import { useMessageGestures } from './use-message-gestures.ts'
import LocationInMessage from './location/location.tsx'
import PollInMessage from './polls/poll.tsx'
import { authorName } from './person-name.ts'

export interface MessageBubbleProps {
  message: MessageView
  startsGroup: boolean
  endsGroup: boolean
}

/** One message, on the side of its sender. */
export const MessageBubble = memo(function MessageBubble(props: MessageBubbleProps) {
  const { message, startsGroup, endsGroup } = props
  const { store, connected, showNames, current, seen, highlighted, actions, openActions } = useMessageListContext()
  const { isMine, state, quotedMessageId, kind, previews } = message
  const people = usePeopleIn(message)
  const isAnswerable = canReply(message) && !actions.closed
  const gestures = useMessageGestures({
    onLongPress: () => openActions(message),
    onSwipe: isAnswerable ? () => actions.reply(message) : undefined,
    onDoubleTap: isAnswerable ? () => actions.react(message, '👍') : undefined,
  })
  if (kind === 'system' || kind === 'card') return <SystemMessageRow message={message} />
  return (
    <div
      className={clsx(
        'group/message flex flex-col px-4',
        isMine ? 'items-end' : 'items-start',
        startsGroup ? 'pt-2.5' : 'pt-0.5',
      )}
    >
      {showNames && startsGroup && !isMine && (
        <p dir="auto" className="mb-0.5 px-1 text-xs font-semibold text-text-muted">
          {authorName(message.user)}
        </p>
      )}
      <div
        className={clsx(
          'flex max-w-full gap-1',
          isMine ? 'flex-row-reverse pointer-coarse:ps-10' : 'pointer-coarse:pe-10',
        )}
      >
        <div
          {...gestures}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys move between messages
          tabIndex={current === message.id ? 0 : -1}
          data-message={message.id}
          className={clsx(
            'relative max-w-xl min-w-0 rounded-sheet px-3 py-1.5 touch-pan-y pointer-coarse:select-none',
            isMine ? 'bg-accent-soft' : 'border border-line bg-surface-raised',
            endsGroup && (isMine ? 'rounded-ee-[4px]' : 'rounded-es-[4px]'),
            state === 'failed' && 'border border-danger',
            highlighted !== undefined && highlighted === message.seq && 'outline-2 outline-accent-text',
          )}
        >
          <span className="sr-only">{isMine ? t`You:` : t`${authorName(message.user)}:`}</span>
          <FromThread message={message} />
          {message.forwarded && (
            <p className="flex items-center gap-1 text-xs text-text-muted italic">
              <Forward size={12} aria-hidden="true" />
              <Trans>Forwarded</Trans>
            </p>
          )}
          {quotedMessageId && kind !== 'deleted' && <QuotedMessage message={message} />}
          {kind !== 'deleted' && <Attachments message={message} />}
          {message.pollId !== undefined && kind !== 'deleted' && (
            <PollInMessage message={message} pollId={message.pollId} />
          )}
          {message.location && kind !== 'deleted' && <LocationInMessage message={message} place={message.location} />}
          {kind === 'deleted' ? (
            <span className="text-text-muted italic">
              <Trans>Message deleted</Trans>
              <TrailingMeta message={message} />
            </span>
          ) : (
            // A poll renders its question itself.
            <MessageText
              text={message.pollId === undefined ? message.text : ''}
              people={people}
              trailing={<TrailingMeta message={message} />}
            />
          )}
          {previews && kind !== 'deleted' && (
            <LinkPreviews messageId={message.id} cid={message.cid} previews={previews} />
          )}
        </div>
        <MessageToolbar message={message} />
      </div>
      <Reactions message={message} />
      <ThreadFooter message={message} />
      {seen?.id === message.id && <Seen at={seen.at} />}
      {state === 'failed' && <Failed message={message} store={store} />}
      {state === 'queued' && !connected && <Waiting id={message.id} store={store} />}
    </div>
  )
})

/** People mentioned in a message. */
function usePeopleIn({ mentions }: MessageView) {
  const { nameOfUser } = useMessageListContext()
  const ids = mentions?.join(' ') ?? ''
  return useMemo(
    () =>
      ids
        .split(' ')
        .filter(Boolean)
        .map((id) => ({ id, name: nameOfUser(id) })),
    [ids, nameOfUser],
  )
}

/** Meta in the bubble's lower corner. It is part of the text, so that it is at the end of lines of either direction. */
const TrailingMeta = ({ message }: { message: MessageView }) => (
  <>
    <MetaRoom message={message} />
    <span className="absolute end-3 bottom-1.5 not-italic select-none">
      <Meta message={message} />
    </span>
  </>
)

/** Time and delivery state of a message. */
function Meta({ message: { id, cid, createdAt, editedAt, pinnedAt, state } }: { message: MessageView }) {
  return (
    <span className="flex items-center gap-1 text-xs text-text-muted tabular-nums">
      <SavedMark savedState={useSavedState(cid, id)} />
      {pinnedAt && <Pin size={12} aria-label={t`Pinned`} />}
      {editedAt && <Trans>edited</Trans>}
      <time dir="auto" dateTime={createdAt}>
        {timeIn(createdAt, ownTimeZone())}
      </time>
      {state && <SendStateMark state={state} />}
    </span>
  )
}

/**
 * Invisible spacer after the last word, as wide as Meta, so that both share a line where they fit. Hidden from screen
 * readers.
 */
function MetaRoom({ message: { id, cid, createdAt, editedAt, pinnedAt, state } }: { message: MessageView }) {
  const savedState = useSavedState(cid, id)
  const text = `${editedAt ? t`edited` : ''} ${timeIn(createdAt, ownTimeZone())}`
  return (
    <span
      aria-hidden="true"
      data-room={text}
      className={clsx(
        'invisible ms-3 inline-block text-xs tabular-nums select-none before:content-[attr(data-room)]',
        state && 'pe-5',
        pinnedAt && savedState ? 'ps-8' : (pinnedAt || savedState) && 'ps-4',
      )}
    />
  )
}

function Seen({ at }: { at: string }) {
  const time = timeIn(at, ownTimeZone())
  return (
    <p className="px-1 pt-0.5 text-xs text-text-muted tabular-nums">
      <Trans>Seen {time}</Trans>
    </p>
  )
}

/** Button under a message that is not sent. The focus then moves to the list. */
const UnsentAction = ({ className, ...rest }: Pick<ButtonProps, 'className' | 'onClick' | 'children'>) => (
  <TransientButton variant="quiet" size="sm" focusWithin="section" className={clsx('px-2!', className)} {...rest} />
)

function Failed({ message, store }: { message: MessageView; store: ChannelStore }) {
  const { actions } = useMessageListContext()
  // Sending it as it is cannot succeed.
  const isTooLong = message.failure?.reason.code === 'chat.message-too-long'
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-1 text-sm">
      <span className="text-end text-danger">{message.failure ? failureText(message.failure) : t`Not sent`}</span>
      {!isTooLong && (
        <UnsentAction onClick={() => store.retry(message.id)} className="text-accent-text!">
          <Trans>Try again</Trans>
        </UnsentAction>
      )}
      {isTooLong && !actions.closed && (
        <Button variant="quiet" size="sm" className="px-2! text-accent-text!" onClick={() => actions.edit(message)}>
          <Trans>Edit</Trans>
        </Button>
      )}
      <UnsentAction onClick={() => store.cancel(message.id)} className="text-text-muted!">
        <Trans>Delete</Trans>
      </UnsentAction>
    </div>
  )
}

function Waiting({ id, store }: { id: string; store: ChannelStore }) {
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-1 text-sm text-text-muted">
      <Trans>Will be sent when you're back online.</Trans>
      <UnsentAction onClick={() => store.cancel(id)} className="text-text-muted!">
        <Trans>Cancel</Trans>
      </UnsentAction>
    </div>
  )
}
