import { chatLimits } from '@fettle/protocol/chat/core/limits'
import type {
  changeScheduled,
  deleteScheduled,
  listScheduled,
  ScheduledMessage,
  scheduleMessage,
} from '@fettle/protocol/chat/messages/scheduled'
import { releaseFiles } from '../attachments/attachments.store.ts'
import { requireUnblocked } from '../channels/changes.service.ts'
import { actingUser, type ChatActor } from '../core/actor.ts'
import type { CallHandler } from '../core/calls.ts'
import type { ChatContext } from '../core/context.ts'
import { requireMember } from '../core/members.ts'
import { ChatRefusal } from '../core/chat-refusal.ts'
import { resolveExtensions } from '../messages/extensions.ts'
import { decideSend, noSuchMessage } from '../messages/messages.rules.ts'
import { findMessage, findVisible } from '../messages/messages.store.ts'
import { sendWith } from '../messages/messages.service.ts'
import * as rules from './scheduled.rules.ts'
import * as store from './scheduled.store.ts'
import { lockByName } from '../../platform/db/advisory-lock.ts'
import { chatTasks } from '../../platform/jobs/service-tasks.ts'

export const SEND_JOB = chatTasks.sendScheduled
/** How long messages that were sent or cancelled stay, so that a repeated call is recognised by the message's id. */
const SETTLED_RETENTION_MS = 30 * 24 * 3_600_000

/** How long sending is tried. The job has attempts for longer. */
const GIVE_UP_AFTER_MS = 86_400_000

interface DueMessage {
  userId: string
  messageId: string
}

const keyOf = ({ userId, messageId }: DueMessage) => `${SEND_JOB}:${userId}:${messageId}`

export const create: CallHandler<typeof scheduleMessage> = async (context, actor, { cid, message: draft, sendAt }) => {
  const { db, clock, jobs } = context
  const { userId, policy } = await requireMember(context, actor, cid)
  const due = { userId, messageId: draft.id }
  const existing = await store.findScheduled(db, userId, draft.id)
  if (existing) return { scheduled: publishChange(context, existing, actor) }
  const at = rules.sendAt(sendAt, clock.now())
  const sameIdMessage = await findMessage(db, cid, draft.id)
  if (sameIdMessage) throw new ChatRefusal('NOT_ALLOWED', { message: 'This message id is taken.' })
  requireUnblocked(policy, actor)
  const row = await db.transaction(async (tx) => {
    // One after another, so that the limit holds.
    await lockByName(tx, `scheduled messages ${userId}`)
    const repeated = await store.findScheduled(tx, userId, draft.id)
    if (repeated) return repeated
    if ((await store.countOpen(tx, userId)) >= chatLimits.scheduledPerUser)
      throw new ChatRefusal('NOT_ALLOWED', {
        reason: { code: 'chat.scheduled-limit', params: { max: chatLimits.scheduledPerUser } },
      })
    // Validated now like when it is sent, so that errors appear while the author is there. In the transaction, so that
    // a refused message leaves its files to another one.
    decideSend(policy, actor, draft, await resolveExtensions({ db: tx }, actor, cid, draft))
    await jobs.add(tx, SEND_JOB, due, { key: keyOf(due), runAt: at })
    return store.insertScheduled(tx, { user_id: userId, message_id: draft.id, cid, draft, send_at: at }, clock.now())
  })
  return { scheduled: publishChange(context, row, actor) }
}

export const update: CallHandler<typeof changeScheduled> = async (context, actor, { messageId, ...change }) => {
  const { db, clock, jobs, channelPolicies: policy } = context
  const userId = actingUser(actor)
  const row = await db.transaction(async (tx) => {
    const next = rules.change(await store.lockScheduled(tx, userId, messageId), change, clock.now())
    const channelPolicy = await policy.get(next.cid)
    decideSend(channelPolicy, actor, next.draft, await resolveExtensions({ db: tx }, actor, next.cid, next.draft))
    if (channelPolicy) requireUnblocked(channelPolicy, actor)
    const due = { userId, messageId }
    await jobs.add(tx, SEND_JOB, due, { key: keyOf(due), runAt: next.send_at })
    return store.saveScheduled(tx, next)
  })
  return { scheduled: publishChange(context, row, actor) }
}

export const remove: CallHandler<typeof deleteScheduled> = async (context, actor, { messageId }) => {
  const { db, jobs } = context
  const userId = actingUser(actor)
  const row = await db.transaction(async (tx) => {
    const scheduled = await store.lockScheduled(tx, userId, messageId)
    if (!scheduled || scheduled.state === 'deleted' || scheduled.state === 'sent' || scheduled.is_sending)
      throw noSuchMessage()
    await jobs.cancel(tx, keyOf({ userId, messageId }))
    await releaseFiles(tx, scheduled.cid, messageId)
    return store.saveScheduled(tx, { ...scheduled, state: 'deleted' })
  })
  return { scheduled: publishChange(context, row, actor) }
}

export const list: CallHandler<typeof listScheduled> = async ({ db }, actor, { cid }) => {
  const rows = await store.listOpen(db, actingUser(actor), cid, chatLimits.scheduledPerUser)
  return { scheduled: rows.map(rules.toScheduled) }
}

/** Sends a scheduled message. Its id makes this idempotent. */
export async function send(context: ChatContext, due: DueMessage): Promise<void> {
  const { db, clock, log } = context
  const row = await store.claimDue(db, due.userId, due.messageId, clock.now())
  if (!row) return
  const actor: ChatActor = { userId: due.userId, server: false, connection: undefined }
  let settledRow: store.ScheduledRow | undefined
  try {
    // A deactivated user's messages are not sent.
    const issuedAt = clock.now().getTime()
    await context.access.check({
      kind: 'user',
      userId: due.userId,
      issuedAt,
      expiresAt: undefined,
      sessionId: undefined,
    })
    await context.access.requireActive(due.userId)
    const draft = await withoutLostQuote(context, row)
    await sendWith(context, actor, row.cid, draft, await resolveExtensions(context, actor, row.cid, draft))
    settledRow = await store.settle(db, row, 'sent')
  } catch (error) {
    const refusal = error instanceof ChatRefusal ? error : new ChatRefusal('INTERNAL')
    if (refusal.failure.retryable) {
      // Transient failures are retried by the queue.
      if (clock.now().getTime() < row.send_at.getTime() + GIVE_UP_AFTER_MS) throw error
      log.error({ err: error, messageId: due.messageId }, 'gave up a scheduled message')
    }
    settledRow = await store.settle(db, row, 'failed', refusal.failure)
  }
  if (settledRow) publishChange(context, settledRow, actor)
}

/** The quoted message may be gone by now. What its author wrote is worth sending without it. */
async function withoutLostQuote({ db }: ChatContext, { user_id, cid, draft }: store.ScheduledRow) {
  const { quotedMessageId, ...rest } = draft
  if (quotedMessageId === undefined) return draft
  const quoted = await findVisible(db, { cid, id: quotedMessageId }, user_id)
  return quoted && quoted.kind !== 'deleted' ? draft : rest
}

function publishChange({ publisher }: ChatContext, row: store.ScheduledRow, actor: ChatActor): ScheduledMessage {
  const scheduled = rules.toScheduled(row)
  publisher.toUser(row.user_id, { type: 'scheduled.changed', cid: row.cid, scheduled }, actor.connection?.id)
  return scheduled
}

/** Deletes what is left of messages that were sent or cancelled: a sent one is in its channel. */
export const purgeSettled = ({ db, clock }: ChatContext): Promise<void> =>
  store.deleteSettled(db, new Date(clock.now().getTime() - SETTLED_RETENTION_MS))
