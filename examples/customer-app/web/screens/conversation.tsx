import { createFiles, type MessageView } from '@fettle/chat-client'
import { Send } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { call } from '../lib/api.ts'
import { chat, useChat } from '../lib/chat.ts'
import { formatMoment } from '../lib/format.ts'
import { linkTo } from '../lib/route.ts'
import { fileUrl, session } from '../lib/session.ts'
import { Button } from '../ui/button.tsx'
import { PhotoField } from '../ui/field.tsx'
import { Page } from '../ui/page.tsx'

/** Cards in messages that have a screen here. */
const screens = new Set(['booking', 'offer', 'contract', 'invoice'])

/** A conversation. The chat client keeps its state: what is sent without a connection is sent later. */
export function ConversationPage({ cid }: { cid: string }): ReactNode {
  const { connected } = useChat()
  const store = useMemo(() => chat.channel(cid), [cid])
  const { channel, messages, typing, hasOlder } = useSyncExternalStore(store.subscribe, store.getSnapshot)
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const end = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!connected) return
    const opened = () => setOpen(true)
    store.open().then(opened, opened)
    return () => store.close()
  }, [store, connected])
  const newest = messages.at(-1)?.id
  useEffect(() => {
    end.current?.scrollIntoView()
    store.markRead()
  }, [newest, isOpen, store])

  const other = channel?.members.find(({ userId }) => userId !== session.customerId)?.user
  const sendPhotos = (photos: File[]) =>
    photos.forEach((file) => void call('sendFile', { params: { id: cid.replace(/^.*:/, '') }, body: {}, file }))
  return (
    <Page title={other?.name ?? 'Conversation'} back={linkTo('messages')}>
      {hasOlder && (
        <Button variant="secondary" onPress={() => store.loadOlder()}>
          Earlier messages
        </Button>
      )}
      <ol aria-label="Messages" className="grid gap-2">
        {messages.map((message) => (
          <MessageBubble key={message.id} message={message} />
        ))}
      </ol>
      <p aria-live="polite" className="min-h-6 text-muted">
        {!connected ? 'Connecting…' : typing.length > 0 ? `${other?.name} is typing…` : ''}
      </p>
      <form
        className="sticky bottom-16 flex items-center gap-2 rounded-2xl border border-line bg-surface p-2 sm:bottom-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim()) store.send(text.trim())
          setText('')
        }}
      >
        <PhotoField label="Send a photo" shape="size-11" onChoose={sendPhotos} />
        <input
          aria-label={`Message to ${other?.name ?? 'the provider'}`}
          placeholder="Message"
          className="min-w-0 flex-1 bg-transparent px-1 text-base outline-none placeholder:text-muted"
          value={text}
          onChange={({ target }) => {
            setText(target.value)
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

function MessageBubble({ message }: { message: MessageView }): ReactNode {
  const { kind, text, isMine, state, createdAt, card, deletedAt } = message
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
      <Pictures message={message} />
      <p className="whitespace-pre-line [overflow-wrap:anywhere]">{deletedAt ? 'Message deleted' : text}</p>
      <p className={`mt-0.5 text-right text-xs ${isMine ? '' : 'text-muted'}`}>
        {formatMoment(createdAt)}
        {state === 'failed' ? ' · not sent' : state === 'read' ? ' · read' : ''}
      </p>
    </li>
  )
}

/** Pictures of a message, at addresses that the chat renews. */
function Pictures({ message: { cid, attachments } }: { message: MessageView }): ReactNode {
  const files = useMemo(() => createFiles(chat, { cid }), [cid])
  const addresses = useSyncExternalStore(files.subscribe, files.getSnapshot)
  const images = attachments?.filter(({ kind }) => kind === 'image')
  const key = images?.map(({ id }) => id).join(' ') ?? ''
  useEffect(() => {
    const shown = key.split(' ').filter(Boolean)
    files.show(shown)
    return () => files.hide(shown)
  }, [files, key])
  return attachments?.map(({ id, name }) => {
    const address = addresses[id]
    return address ? (
      <img key={id} src={fileUrl(address.url)} alt={name} className="mb-1 max-h-64 rounded-xl" />
    ) : (
      <p key={id} className="text-sm">
        {name}
      </p>
    )
  })
}
