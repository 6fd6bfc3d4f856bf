import type { QuickReply } from '@fettle/protocol/workspace/quick-replies'
import { quickReplyLimits } from '@fettle/protocol/workspace/constants'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Paperclip, Plus, SquarePen, Trash2, Zap } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../../lib/http/error-text.ts'
import { orderReplies, removeReply, repliesQuery } from '../../../shared/quick-replies/api.ts'
import { deleteWithUndo } from '../../../shared/lists/delete-with-undo.ts'
import { ReplyDialog } from '../../../shared/quick-replies/reply-dialog.tsx'
import { AddStarterReplies } from '../../../shared/quick-replies/starter-replies.tsx'
import { findReplies } from '../../../shared/quick-replies/values.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { RemovableRow } from '../../../ui/layout/removable-row.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { SkeletonList } from '../../../ui/feedback/skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { usePendingActions } from '../../../ui/feedback/undo.ts'
import { LoadError } from '../../../shared/errors/load-error.tsx'
import { LimitedList } from '../components/limited-list.tsx'
import { itemsText } from '../../../lib/format/items-text.ts'

/** Quick replies: create, edit, reorder and delete. */
export function QuickRepliesTab() {
  const found = useQuery(repliesQuery)
  const [typed, setTyped] = useState('')
  const [editing, setEditing] = useState<QuickReply | 'new'>()
  const client = useQueryClient()
  const pending = usePendingActions()
  if (found.isPending) return <SkeletonList rows={3} />
  if (!found.data) return <LoadError query={found} />
  const replies = found.data
  const visible = replies.filter(({ id }) => !pending.has(id))
  const { length: count } = visible
  const add = (
    <Button
      icon={<Plus size={18} aria-hidden="true" />}
      onClick={() => {
        const limit = quickReplyLimits.replies
        if (count >= limit) toast.error(t`You can save up to ${limit} quick replies. Delete one first.`)
        else setEditing('new')
      }}
    >
      <Trans>New quick reply</Trans>
    </Button>
  )
  return (
    <div className="grid gap-5">
      {count === 0 ? (
        <Card>
          <EmptyState
            icon={<Zap size={26} />}
            title={<Trans>No quick replies yet</Trans>}
            action={
              <div className="flex flex-wrap justify-center gap-3">
                {add}
                <AddStarterReplies />
              </div>
            }
          >
            <Trans>
              Save messages you send often, such as “I'm on my way”. In a conversation, type /quick and the short name
              to insert one, with the customer's name and the booking time filled in.
            </Trans>
          </EmptyState>
        </Card>
      ) : (
        <LimitedList
          title={<Trans>Quick replies</Trans>}
          count={count}
          limit={quickReplyLimits.replies}
          add={add}
          search={{ value: typed, onChange: setTyped, label: t`Search quick replies`, placeholder: t`Name or text` }}
          rows={findReplies(visible, typed).map((reply) => (
            <Row
              key={reply.id}
              reply={reply}
              replies={replies}
              visible={visible}
              canMove={typed.trim() === ''}
              onEdit={() => setEditing(reply)}
              onRemove={() =>
                void deleteWithUndo({ id: reply.id, name: `/${reply.shortcut}` }, () => removeReply(client, reply.id))
              }
            />
          ))}
          nothing={<Trans>No matching quick replies.</Trans>}
        />
      )}
      {editing && <ReplyDialog reply={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />}
    </div>
  )
}

interface RowProps {
  reply: QuickReply
  replies: readonly QuickReply[]
  /** Without those whose deletion can still be undone. */
  visible: readonly QuickReply[]
  /** False while searching, where order has no meaning. */
  canMove: boolean
  onEdit: () => void
  onRemove: () => void
}

function Row({ reply, replies, visible, canMove, onEdit, onRemove }: RowProps) {
  const client = useQueryClient()
  const { shortcut, text, attachments } = reply
  const at = visible.indexOf(reply)
  const move = (by: 1 | -1) => {
    const swapped = new Map([
      [reply, visible[at + by]],
      [visible[at + by], reply],
    ])
    const ids = replies.map((each) => (swapped.get(each) ?? each).id)
    orderReplies(client, ids).catch((error: unknown) => toast.error(errorText(error, t`We couldn't save the order.`)))
  }
  return (
    <RemovableRow className="flex items-start gap-1 py-3">
      <div className="min-w-0 flex-1 py-1.5">
        <p className="font-semibold">/{shortcut}</p>
        <p dir="auto" className="line-clamp-3 whitespace-pre-line text-text-muted wrap-anywhere">
          {text}
        </p>
        {attachments.length > 0 && (
          <p className="flex items-center gap-1.5 pt-1 text-sm text-text-muted">
            <Paperclip size={14} aria-hidden="true" />
            <span className="truncate">{itemsText(attachments.map(({ name }) => name))}</span>
          </p>
        )}
      </div>
      <div className="flex shrink-0 flex-wrap justify-end max-sm:w-24">
        {canMove && (
          <>
            <IconButton
              label={t`Move ${shortcut} up`}
              icon={<ArrowUp size={18} />}
              aria-disabled={at === 0}
              onClick={() => move(-1)}
            />
            <IconButton
              label={t`Move ${shortcut} down`}
              icon={<ArrowDown size={18} />}
              aria-disabled={at === visible.length - 1}
              onClick={() => move(1)}
            />
          </>
        )}
        <IconButton label={t`Edit ${shortcut}`} icon={<SquarePen size={18} />} onClick={onEdit} />
        <IconButton label={t`Delete ${shortcut}`} icon={<Trash2 size={18} />} onClick={onRemove} />
      </div>
    </RemovableRow>
  )
}
