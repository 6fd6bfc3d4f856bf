import type { Channel, Member } from '@fettle/protocol/chat/channels/channels'
import { formatter } from '../../lib/format/dates.ts'
import { personName } from './message/person-name.ts'

/** Members of a channel other than the caller. */
export const othersOf = (channel: Pick<Channel, 'members'>, me: string | undefined): Member[] =>
  channel.members.filter(({ userId }) => userId !== me)

/** Name of a conversation: its own, or the names of its members. */
export const nameOf = (channel: Pick<Channel, 'name' | 'members'>, me: string | undefined): string =>
  channel.name ??
  formatter().list(
    othersOf(channel, me).map(({ user }) => personName(user)),
    'and',
  )
