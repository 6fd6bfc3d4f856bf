import type { ChatContext } from '../core/context.ts'
import { publishToMembers } from '../core/members.ts'
import { toShare } from './location.rules.ts'
import type { ShareRow } from './location.store.ts'

/** Publishes the end of live locations to the members, and to those who shared them and are no members any more. */
export async function publishEnded(context: ChatContext, shares: readonly ShareRow[]): Promise<void> {
  const { channelPolicies, publisher } = context
  for (const row of shares) {
    const { cid, user_id: userId } = row
    const frame = { type: 'location.changed' as const, cid, share: toShare(row) }
    await publishToMembers(context, cid, frame)
    if (!(await channelPolicies.get(cid))?.memberIds.has(userId)) publisher.toUser(userId, frame)
  }
}
