import type {
  addReaction,
  deleteMessage,
  editMessage,
  forwardMessage,
  listPinned,
  pinMessage,
  removeReaction,
  unpinMessage,
} from '@fettle/protocol/chat/messages/message-changes'
import { chatLimits } from '@fettle/protocol/chat/core/limits'
import { releaseFiles } from '../attachments/attachments.store.ts'
import { requireUnblocked } from '../channels/changes.service.ts'
import { actingUser, type ChatActor } from '../core/actor.ts'
import type { CallHandler } from '../core/calls.ts'
import type { ChatContext } from '../core/context.ts'
import { requireMember, requireVisible } from '../core/members.ts'
import { endShares, type ShareRow } from '../location/location.store.ts'
import { publishEnded } from '../location/publish-ended.ts'
import { imageIdsOf } from '../previews/previews.rules.ts'
import { removeUnusedImages } from '../previews/previews.service.ts'
import { changeMessage, hideMessage } from './change-message.ts'
import { forwardExtensions } from './extensions.ts'
import * as rules from './changes.rules.ts'
import * as store from './changes.store.ts'
import { maySee, noSuchChannel, noSuchMessage, toMessage } from './messages.rules.ts'
import { deliver } from './messages.service.ts'
import { findVisible } from './messages.store.ts'

/**
 * Throws if the channel is blocked, so that an edit cannot add content. Non-members get the error of an unknown
 * message.
 */
async function requireOpen(context: ChatContext, actor: ChatActor, cid: string): Promise<void> {
  const channelPolicy = await context.channelPolicies.get(cid)
  if (channelPolicy && maySee(channelPolicy, actor)) requireUnblocked(channelPolicy, actor)
}

export const edit: CallHandler<typeof editMessage> = async (context, actor, { cid, messageId, ...changes }) => {
  await requireOpen(context, actor, cid)
  let imageIds: string[] = []
  const message = await changeMessage(context, actor, { cid, messageId }, ({ row, memberIds, now }) => {
    imageIds = imageIdsOf(row.extras?.previews)
    return rules.decideEdit(row, actor, changes, memberIds, now)
  })
  // Previews whose links are gone from the text.
  await removeUnusedImages(context, imageIds)
  return { message }
}

export const remove: CallHandler<typeof deleteMessage> = async (context, actor, { onlyForMe = false, ...target }) => {
  if (onlyForMe) {
    await hideMessage(context, actor, actingUser(actor), target)
    return { message: null }
  }
  const { cid, messageId } = target
  let endedShares: ShareRow[] = []
  let imageIds: string[] = []
  const message = await changeMessage(context, actor, target, async ({ row, now, tx }) => {
    const change = rules.decideDelete(row, actor, now)
    if (!change) return undefined
    await releaseFiles(tx, cid, messageId)
    imageIds = imageIdsOf(row.extras?.previews)
    if (row.extras?.location?.endsAt) endedShares = await endShares(tx, { cid, messageId }, now)
    return change
  })
  await publishEnded(context, endedShares)
  await removeUnusedImages(context, imageIds)
  return { message }
}

export const forward: CallHandler<typeof forwardMessage> = async (context, actor, { cid, messageId, id, to }) => {
  const { userId } = await requireMember(context, actor, cid)
  const row = await findVisible(context.db, { cid, id: messageId }, userId)
  if (!row) throw noSuchMessage()
  requireUnblocked(await requireVisible(context, actor, to), actor)
  const extras = await forwardExtensions(context, row.extras, { cid }, { cid: to, messageId: id, userId })
  return {
    message: await deliver(context, actor, to, (policy) => {
      if (!policy || !maySee(policy, actor)) throw noSuchChannel()
      return rules.toForwarded({ ...row, extras }, { cid: to, id, userId, version: policy.version })
    }),
  }
}

export const pin: CallHandler<typeof pinMessage> = async (context, actor, target) => {
  await requireOpen(context, actor, target.cid)
  return {
    message: await changeMessage(context, actor, target, async ({ row, now, tx }) =>
      rules.decidePin(row, actor.userId, await store.countPinned(tx, target.cid), now),
    ),
  }
}

export const unpin: CallHandler<typeof unpinMessage> = async (context, actor, target) => ({
  message: await changeMessage(context, actor, target, ({ row }) => rules.decideUnpin(row)),
})

export const pinned: CallHandler<typeof listPinned> = async (context, actor, { cid }) => {
  await requireVisible(context, actor, cid)
  const rows = await store.listPinned(context.db, cid, actor.userId, chatLimits.pinnedPerChannel)
  return { messages: rows.map(toMessage) }
}

export const react: CallHandler<typeof addReaction> = async (context, actor, { emoji, ...target }) => {
  const userId = actingUser(actor)
  await requireOpen(context, actor, target.cid)
  return {
    message: await changeMessage(context, actor, target, ({ row }) => rules.decideReaction(row, userId, emoji)),
  }
}

export const unreact: CallHandler<typeof removeReaction> = async (context, actor, { emoji, ...target }) => {
  const userId = actingUser(actor)
  return {
    message: await changeMessage(context, actor, target, ({ row }) => rules.decideReactionRemoval(row, userId, emoji)),
  }
}
