import { createFiles, type ChannelStore, type MessageView } from '@fettle/chat-client'
import { chatLimits } from '@fettle/protocol/chat/core/limits'
import { countCharacters } from '@fettle/protocol/chat/messages/text'
import { Send } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { call } from '../lib/api.ts'
import { chat, useChat } from '../lib/chat.ts'
import { formatCount, formatMoment } from '../lib/format.ts'
import { linkTo } from '../lib/route.ts'
import { fileUrl, session } from '../lib/session.ts'
import { forgetUnsentPhoto, keepUnsentPhoto, useUnsentPhotos } from '../lib/unsent-photos.ts'
import { Button, scrollTo } from '../ui/button.tsx'
import { PhotoField } from '../ui/field.tsx'
import { Page, Waiting } from '../ui/page.tsx'
import { PollInMessage } from './poll.tsx'

/** Cards in messages that have a screen here. */
const screens = new Set(['booking', 'offer', 'contract', 'invoice', 'dispute'])

const NEAR_END_PX = 120

/** Texts that are not sent yet, by conversation: their writers may look at something else first. */
const drafts = new Map<string, string>()

/**
 * Marks the channel read while the page is visible: messages that arrive in the background count once it is visible
 * again.
 */
function readIfVisible(store: ChannelStore): void {
  if (document.visibilityState === 'visible') store.markRead()
}

/** A conversation. The chat client keeps its state: what is sent without a connection is sent later. */
export function ConversationPage({ cid }: { cid: string }): ReactNode {
  const { connected } = useChat()
  const store = useMemo(() => chat.channel(cid), [cid])
  const { channel, messages, status, typing, hasOlder } = useSyncExternalStore(store.subscribe, store.getSnapshot)
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState(drafts.get(cid) ?? '')
  const [isTooLong, setTooLong] = useState(false)
  const unsent = useUnsentPhotos(cid)
  const end = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!connected) return
    const opened = () => setOpen(true)
    store.open().then(opened, opened)
    return () => store.close()
  }, [store, connected])
  const newest = messages.at(-1)
  // Who reads further up keeps their place.
  const isAtEnd = useRef(true)
  useEffect(() => {
    const scrolled = () => {
      const wasAtEnd = isAtEnd.current
      isAtEnd.current = !end.current || end.current.getBoundingClientRect().top < window.innerHeight + NEAR_END_PX
      if (isAtEnd.current && !wasAtEnd) readIfVisible(store)
    }
    const shown = () => {
      if (isAtEnd.current) readIfVisible(store)
    }
    isAtEnd.current = true
    window.addEventListener('scroll', scrolled, { passive: true })
    document.addEventListener('visibilitychange', shown)
    return () => {
      window.removeEventListener('scroll', scrolled)
      document.removeEventListener('visibilitychange', shown)
    }
  }, [store])
  useEffect(() => {
    if (!isAtEnd.current && !newest?.isMine) return
    end.current?.scrollIntoView()
    readIfVisible(store)
  }, [newest?.id, newest?.isMine, isOpen, store])

  // A photo or a poll takes its room only when it is loaded.
  const followEnd = useCallback((list: HTMLOListElement) => {
    const observer = new ResizeObserver(() => isAtEnd.current && end.current?.scrollIntoView())
    observer.observe(list)
    return () => observer.disconnect()
  }, [])
  const loadOlder = () => {
    isAtEnd.current = false
    return store.loadOlder()
  }

  if (status === 'failed' && !channel)
    return (
      <Waiting
        error={{ message: 'This conversation could not be opened.', isMissing: false }}
        onRetry={() => store.open()}
      />
    )
  const other = channel?.members.find(({ userId }) => userId !== session.customerId)?.user
  const write = (draft: string) => {
    setText(draft)
    setTooLong(false)
    drafts.set(cid, draft)
  }
  const sendPhoto = (file: File) => call('sendFile', { params: { id: cid.replace(/^.*:/, '') }, body: {}, file })
  const sendPhotos = (photos: File[]) =>
    photos.forEach((file) => void sendPhoto(file).catch(() => keepUnsentPhoto(cid, file)))
  return (
    <Page title={other?.name ?? 'Conversation'} back={linkTo('messages')}>
      {hasOlder && (
        <Button variant="secondary" onPress={loadOlder}>
          Earlier messages
        </Button>
      )}
      <ol aria-label="Messages" className="grid gap-2" ref={followEnd}>
        {messages.map((message) => (
          <MessageBubble
            key={message.id}
            message={message}
            onRetry={() => store.retry(message.id)}
            onDelete={() => store.cancel(message.id)}
          />
        ))}
      </ol>
      <p aria-live="polite" className="min-h-6 text-muted">
        {!connected ? 'Connecting…' : typing.length > 0 ? `${other?.name} is typing…` : ''}
      </p>
      {unsent.map((file, index) => (
        <div key={`${file.name} ${index}`} role="alert" className="grid gap-2">
          <p className="text-bad">{file.name} could not be sent.</p>
          <div className="flex flex-wrap gap-2">
            <Button onPress={() => sendPhoto(file).then(() => forgetUnsentPhoto(cid, file))}>
              Send the photo again
            </Button>
            <Button variant="secondary" onPress={() => forgetUnsentPhoto(cid, file)}>
              Discard
            </Button>
          </div>
        </div>
      ))}
      {isTooLong && (
        <p role="alert" ref={scrollTo} className="scroll-mb-36 text-bad">
          This message has {formatCount(countCharacters(text.trim()))} characters. Send at most{' '}
          {formatCount(chatLimits.messageCharacters)} at once.
        </p>
      )}
      <form
        // At the end of the page it stays where it was, not above the page's padding.
        className="sticky bottom-16 -mb-12 flex items-center gap-2 rounded-2xl border border-line bg-surface p-2 sm:bottom-4 sm:-mb-8"
        onSubmit={(event) => {
          event.preventDefault()
          if (countCharacters(text.trim()) > chatLimits.messageCharacters) return setTooLong(true)
          if (text.trim()) store.send(text.trim())
          write('')
        }}
      >
        <PhotoField label="Send a photo" shape="size-11" onChoose={sendPhotos} />
        <input
          aria-label={`Message to ${other?.name ?? 'the provider'}`}
          placeholder="Message"
          className="min-w-0 flex-1 bg-transparent px-1 text-base outline-none placeholder:text-muted"
          value={text}
          onChange={({ target }) => {
            write(target.value)
            store.keystroke()
          }}
        />
        <button
          type="submit"
          aria-label="Send"
          className="grid size-11 shrink-0 cursor-pointer place-items-center rounded-xl bg-accent text-on-accent"
        >
          <Send aria-hidden className="size-5" />
        </button>
      </form>
      <div ref={end} />
    </Page>
  )
}

type MessageProps = { message: MessageView; onRetry: () => void; onDelete: () => void }

function MessageBubble({ message, onRetry, onDelete }: MessageProps): ReactNode {
  const { cid, kind, text, isMine, state, createdAt, card, deletedAt, pollId, location, failure } = message
  if (kind === 'system') {
    return (
      <li className="mx-auto max-w-md text-center text-sm text-muted">
        {text}{' '}
        {card && screens.has(card.type) && (
          <a href={linkTo(`${card.type}s`, card.id)} className="font-medium text-accent underline">
            View
          </a>
        )}
      </li>
    )
  }
  return (
    <li
      className={`max-w-[85%] rounded-2xl px-4 py-2.5 ${isMine ? 'ml-auto bg-accent text-on-accent' : 'mr-auto border border-line bg-surface'}`}
    >
      {!deletedAt && <Attachments message={message} />}
      <p className="whitespace-pre-line [overflow-wrap:anywhere]">{deletedAt ? 'Message deleted' : text}</p>
      {location && !deletedAt && (
        <a
          href={`https://www.openstreetmap.org/?mlat=${location.latitude}&mlon=${location.longitude}`}
          target="_blank"
          rel="noreferrer"
          className="font-medium underline"
        >
          View the location
        </a>
      )}
      {pollId !== undefined && !deletedAt && <PollInMessage cid={cid} pollId={pollId} />}
      <p className={`mt-0.5 text-right text-xs ${isMine ? '' : 'text-muted'}`}>
        {formatMoment(createdAt)}
        {state === 'read' && ' · read'}
        {state === 'queued' && ' · waiting to be sent'}
        {state === 'failed' && (
          <>
            {failure ? ` · not sent: ${failure.message} ` : ' · not sent '}
            <button type="button" onClick={onRetry} className="min-h-6 cursor-pointer font-medium underline">
              Send again
            </button>{' '}
            <button type="button" onClick={onDelete} className="min-h-6 cursor-pointer font-medium underline">
              Delete
            </button>
          </>
        )}
      </p>
    </li>
  )
}

/** Pictures, voice messages and files of a message, at addresses that the chat renews. */
function Attachments({ message: { cid, attachments } }: { message: MessageView }): ReactNode {
  const files = useMemo(() => createFiles(chat, { cid }), [cid])
  const addresses = useSyncExternalStore(files.subscribe, files.getSnapshot)
  const key = attachments?.map(({ id }) => id).join(' ') ?? ''
  useEffect(() => {
    const shown = key.split(' ').filter(Boolean)
    files.show(shown)
    return () => files.hide(shown)
  }, [files, key])
  return attachments?.map(({ id, name, kind }) => {
    const address = addresses[id]
    if (!address)
      return (
        <p key={id} className="text-sm">
          {name}
        </p>
      )
    const url = fileUrl(address.url)
    if (kind === 'image') return <img key={id} src={url} alt={name} className="mb-1 max-h-64 rounded-xl" />
    if (kind === 'voice')
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- a recording of speech has no captions
      return <audio key={id} src={url} controls preload="none" aria-label="Voice message" className="mb-1 max-w-full" />
    return (
      <a key={id} href={url} target="_blank" rel="noreferrer" className="block font-medium underline">
        {name}
      </a>
    )
  })
}
