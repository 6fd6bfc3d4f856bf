import type { QuickReply } from '@fettle/protocol/workspace/quick-replies'
import { unfilledVariables, fillReply } from '@fettle/protocol/workspace/reply-text'
import { t } from '@lingui/core/macro'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { isEmptyText } from '@fettle/protocol/chat/messages/text'
import { Trans } from '@lingui/react/macro'
import { Paperclip, Plus, Settings2, Zap } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router'
import { isApiError } from '../../../lib/http/api-error.ts'
import { replyFactsOf, repliesQuery } from '../../../shared/quick-replies/api.ts'
import { valuesOf, findReplies } from '../../../shared/quick-replies/values.ts'
import { nameOf } from '../channel-members.ts'
import { chatToast } from '../alerts/chat-toast.ts'
import { customerOf, type ComposerTools, type AddPanelProps } from './composer-tools.ts'
import { paths } from '../../../routing/paths.ts'
import { LoadError } from '../../../shared/errors/load-error.tsx'
import { AddStarterReplies } from '../../../shared/quick-replies/starter-replies.tsx'
import { ReplyDialog } from '../../../shared/quick-replies/reply-dialog.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { menuItemClass } from '../../../ui/overlays/menu.tsx'
import { SearchField } from '../../../ui/forms/search-field.tsx'
import { SkeletonList } from '../../../ui/feedback/skeleton.tsx'

/** Values of the template variables. Without a booking or a connection only the name is known. */
async function valuesFor(client: QueryClient, tools: ComposerTools) {
  const customerId = customerOf(tools)
  const { channel } = tools.target.store.getSnapshot()
  const firstName = channel && customerId ? (nameOf(channel, tools.me).split(/\s+/)[0] ?? null) : null
  try {
    return valuesOf(await client.fetchQuery(replyFactsOf(customerId ?? '')))
  } catch (error) {
    if (!isApiError(error)) throw error
    const facts = await client.fetchQuery(replyFactsOf('')).catch(() => undefined)
    return valuesOf({ providerFirstName: facts?.providerFirstName ?? '', customerFirstName: firstName, booking: null })
  }
}

/** Downloads the reply's files and uploads them to the conversation. */
async function addFiles(tools: ComposerTools, { attachments }: QuickReply): Promise<void> {
  if (attachments.length === 0) return
  const files = attachments.map(async ({ url, name, mime }) => {
    const answer = await fetch(url)
    if (!answer.ok) throw new Error(`Downloading the file failed with status ${answer.status}`)
    return new File([await answer.blob()], name, { type: mime })
  })
  await tools.files().add(Promise.all(files))
}

/** Inserts a quick reply at the caret with its variables filled in, and selects the first unfilled one. */
async function insertReply(client: QueryClient, tools: ComposerTools, reply: QuickReply): Promise<void> {
  const filledText = fillReply(reply.text, await valuesFor(client, tools))
  const text = tools.composerText.getSnapshot()
  const input = tools.field.current
  const start = Math.min(input?.selectionStart ?? text.length, text.length)
  const end = Math.min(input?.selectionEnd ?? text.length, text.length)
  const before = start > 0 && !/\s$/.test(text.slice(0, start)) ? ' ' : ''
  const after = end < text.length && !/^\s/.test(text.slice(end)) ? ' ' : ''
  const from = start + before.length
  const [blank] = unfilledVariables(filledText)
  const caret = from + filledText.length
  tools.change({
    start,
    end,
    insert: before + filledText + after,
    select: blank ? [from + blank.start, from + blank.end] : [caret, caret],
  })
  try {
    await addFiles(tools, reply)
  } catch {
    chatToast.error(t`Couldn't add the quick reply's files`)
  }
}

/** Quick replies to insert; `/quick name` inserts one directly. */
export function QuickPanel({ tools, args, onClose }: AddPanelProps) {
  const client = useQueryClient()
  const found = useQuery(repliesQuery)
  const name = args.trim().toLowerCase()
  const [typed, setTyped] = useState('')
  const [isAdding, setIsAdding] = useState(false)
  const [asks, setAsks] = useState(name === '')
  const composed = tools.composerText.getSnapshot()

  const insert = (reply: QuickReply) => {
    onClose()
    insertReply(client, tools, reply).catch(() => chatToast.error(t`Couldn't insert the quick reply`))
  }
  const decide = useEffectEvent((replies: readonly QuickReply[]) => {
    const named = replies.find(({ shortcut }) => shortcut === name)
    if (named) return insert(named)
    chatToast.error(t`No quick reply named ${name}.`)
    setTyped(name)
    setAsks(true)
  })
  useEffect(() => {
    if (!asks && found.data) decide(found.data)
    else if (!asks && found.isError) setAsks(true)
  }, [asks, found.data, found.isError])

  if (!asks) return null
  if (isAdding) return <ReplyDialog reply={undefined} initialText={composed} onClose={onClose} />
  const shown = findReplies(found.data ?? [], typed)
  return (
    <Dialog
      onClose={onClose}
      title={<Trans>Quick replies</Trans>}
      footer={
        <>
          <Link to={`${paths.profile}?tab=quick-replies`} className={buttonClass({ variant: 'quiet' })}>
            <Settings2 size={18} aria-hidden="true" />
            <Trans>Manage</Trans>
          </Link>
          <Button variant="secondary" icon={<Plus size={18} aria-hidden="true" />} onClick={() => setIsAdding(true)}>
            {isEmptyText(composed) ? <Trans>New quick reply</Trans> : <Trans>Save as quick reply</Trans>}
          </Button>
        </>
      }
    >
      {found.isPending && <SkeletonList rows={3} />}
      {found.isError && !found.data && <LoadError title={t`We couldn't load your quick replies.`} query={found} />}
      {found.data?.length === 0 && (
        <EmptyState icon={<Zap size={26} />} title={<Trans>No quick replies yet</Trans>} action={<AddStarterReplies />}>
          <Trans>Save replies you use often. We fill in the customer's name and the booking time for you.</Trans>
        </EmptyState>
      )}
      {found.data && found.data.length > 0 && (
        <div className="grid gap-2">
          <SearchField
            value={typed}
            onChange={setTyped}
            label={t`Search quick replies`}
            placeholder={t`Name or text`}
          />
          {shown.length === 0 && (
            <p className="py-3 text-text-muted">
              <Trans>No matching quick replies.</Trans>
            </p>
          )}
          <ul className="-mx-3 grid">
            {shown.map((reply) => (
              <li key={reply.id}>
                <button type="button" className={`${menuItemClass} items-start! py-2`} onClick={() => insert(reply)}>
                  <span className="min-w-0 flex-1">
                    <span className="block font-semibold">/{reply.shortcut}</span>
                    <span dir="auto" className="line-clamp-2 text-sm whitespace-pre-line text-text-muted">
                      {reply.text}
                    </span>
                  </span>
                  {reply.attachments.length > 0 && (
                    <Paperclip
                      size={16}
                      role="img"
                      aria-label={t`With files`}
                      className="mt-1 shrink-0 text-text-muted"
                    />
                  )}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Dialog>
  )
}
