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
  const { store, parentId, connected, current, highlighted, jumpTo, me, actions, openActions } = given
  const { nameOfUser, faceOf } = usePeople(channel?.members)
  const find = useCallback((id: string) => source.getSnapshot().messages.find((message) => message.id === id), [source])
  const seen = useMemo(
    () => (channel && !hasNewer && parentId === undefined ? readReceiptOf(messages, othersOf(channel, me)) : undefined),
    [channel, hasNewer, parentId, messages, me],
  )
  const showNames = channel !== null && othersOf(channel, me).length > 1
  return useMemo(
    () => ({
      store,
      find,
      parentId,
      connected,
      showNames,
      current,
      seen,
      highlighted,
      jumpTo,
      me,
      nameOfUser,
      faceOf,
      actions,
      openActions,
    }),
    [
      store,
      find,
      parentId,
      connected,
      showNames,
      current,
      seen,
      highlighted,
      jumpTo,
      me,
      nameOfUser,
      faceOf,
      actions,
      openActions,
    ],
  )
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
