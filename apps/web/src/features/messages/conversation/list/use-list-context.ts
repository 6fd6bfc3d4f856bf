import type { Member } from '@fettle/protocol/chat/channels/channels'
import { t } from '@lingui/core/macro'
import { useCallback, useMemo } from 'react'
import { personName } from '../../message/person-name.ts'
import { othersOf } from '../../channel-members.ts'
import { readReceiptOf } from './message-rows.ts'
import type { ListContext, MessageListStore, MessageListWindow } from './list-context.ts'

type GivenContext = Omit<ListContext, 'find' | 'showNames' | 'seen' | 'nameOfUser' | 'faceOf'>

/** Context of the messages of a list. Changes only when a part of it does, because every message reads it. */
export function useListContext(
  source: MessageListStore,
  snapshot: MessageListWindow,
  given: GivenContext,
): ListContext {
  const { messages, hasNewer, channel } = snapshot
  const { parentId, me } = given
  const people = usePeople(channel?.members)
  const find = useCallback((id: string) => source.getSnapshot().messages.find((message) => message.id === id), [source])
  const seen = useMemo(
    () => (channel && !hasNewer && parentId === undefined ? readReceiptOf(messages, othersOf(channel, me)) : undefined),
    [channel, hasNewer, parentId, messages, me],
  )
  const showNames = channel !== null && othersOf(channel, me).length > 1
  const context: ListContext = { ...given, ...people, find, seen, showNames }
  // oxlint-disable-next-line react/exhaustive-deps -- every part of the context, always in this order
  return useMemo(() => context, Object.values(context))
}

/** Memoized, because members change rarely. */
const usePeople = (members: readonly Member[] | undefined): Pick<ListContext, 'nameOfUser' | 'faceOf'> =>
  useMemo(() => {
    const faceOf = (userId: string) => {
      const found = members?.find((member) => member.userId === userId)?.user
      return found && { ...found, name: personName(found) }
    }
    return { faceOf, nameOfUser: (userId) => faceOf(userId)?.name ?? t`Someone` }
  }, [members])
