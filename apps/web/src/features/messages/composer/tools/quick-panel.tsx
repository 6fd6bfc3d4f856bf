import type { QuickReply } from '@fettle/protocol/workspace/quick-replies'
import { isEmptyText } from '@fettle/protocol/chat/messages/text'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Paperclip, Plus, Settings2, Zap } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../../routing/paths.ts'
import { repliesQuery } from '../../../../shared/quick-replies/api.ts'
import { ReplyDialog } from '../../../../shared/quick-replies/reply-dialog.tsx'
import { findReplies } from '../../../../shared/quick-replies/values.ts'
import { Button, buttonClass } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx'
import { menuItemClass } from '../../../../ui/overlays/menu.tsx'
import { SearchField } from '../../../../ui/forms/search-field.tsx'
import { SkeletonList } from '../../../../ui/feedback/skeleton.tsx'
import { chatToast } from '../../alerts/chat-toast.ts'
import type { AddPanelProps } from './tools.types.ts'
import { insertReply } from './insert-reply.ts'

/** Quick replies to insert; `/quick name` inserts one directly. */
export default function QuickPanel({ tools, args, onClose }: AddPanelProps) {
  const client = useQueryClient()
  const found = useQuery(repliesQuery)
  const name = args.trim().toLowerCase()
  const [typed, setTyped] = useState('')
  const [writing, setWriting] = useState(false)
  const [asks, setAsks] = useState(name === '')
  const words = tools.writing.getSnapshot()

  const insert = (reply: QuickReply) => {
    onClose()
    insertReply(client, tools, reply).catch(() => chatToast.error(t`The quick reply could not be inserted`))
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
  if (writing) return <ReplyDialog reply={undefined} words={words} onClose={onClose} />
  const shown = findReplies(found.data ?? [], typed)
  return (
    <Dialog
      open
      onClose={onClose}
      title={<Trans>Quick replies</Trans>}
      footer={
        <>
          <Link to={`${paths.profile}?tab=quick-replies`} className={buttonClass({ variant: 'quiet' })}>
            <Settings2 size={18} aria-hidden="true" />
            <Trans>Manage</Trans>
          </Link>
          <Button variant="secondary" icon={<Plus size={18} aria-hidden="true" />} onClick={() => setWriting(true)}>
            {isEmptyText(words) ? <Trans>New quick reply</Trans> : <Trans>Save as quick reply</Trans>}
          </Button>
        </>
      }
    >
      {found.isPending && <SkeletonList rows={3} />}
      {found.isError && (
        <p className="text-danger">
          <Trans>Your quick replies could not be loaded.</Trans>
        </p>
      )}
      {found.data?.length === 0 && (
        <EmptyState icon={<Zap size={26} />} title={<Trans>No quick replies yet</Trans>}>
          <Trans>Save replies you use often. We fill in the customer’s name and the booking time for you.</Trans>
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
