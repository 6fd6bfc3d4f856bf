import type { Channel } from '@fettle/protocol/chat/channels/channels'
import { clientMessages } from '@fettle/protocol/chat/chat.messages'
import type { ChatFrame } from '@fettle/protocol/chat/events'
import type { ChatCallInput } from '@fettle/protocol/chat/operations'
import type { SendCall } from '../connection/connection.ts'
import { clientError, failureOf } from '../errors.ts'
import type { Log } from '../ports.ts'
import type { Channels } from './channels.ts'

type Input<Name extends Parameters<SendCall>[0]> = Omit<ChatCallInput<Name>, 'cid'>

/** Commands on a channel. Each rejects with the service's error. */
export interface ChannelCommands {
  /** Creates or gets the direct channel with a user. Returns its cid. */
  openDirect(userId: string): Promise<string>
  /** Pins, archives, mutes or hides a channel for the user. Absent fields stay. */
  setChannel(cid: string, change: Input<'channels.set'>): Promise<void>
  /** Clears the history for the user. */
  truncateChannel(cid: string): Promise<void>
  updateChannel(cid: string, change: Input<'channels.update'>): Promise<void>
  addMembers(cid: string, userIds: string[]): Promise<void>
  removeMembers(cid: string, userIds: string[]): Promise<void>
  leaveChannel(cid: string): Promise<void>
  /** Blocks or unblocks a direct channel. */
  blockChannel(cid: string, blocked: boolean): Promise<void>
  reportChannel(cid: string, report: Input<'channels.report'>): Promise<void>
}

/** Answers are processed like frames, so that there is only one way to change state. */
export function createChannelCommands({
  call,
  log,
  receive,
  put,
}: {
  call: SendCall
  log: Log
  receive: (frame: ChatFrame) => void
} & Pick<Channels, 'put'>): ChannelCommands {
  async function changed(answer: Promise<{ channel: Channel }>): Promise<void> {
    const { channel } = await answer
    const { cid, createdAt: at, revision: seq } = channel
    if (seq !== undefined) receive({ type: 'channel.updated', cid, seq, at, channel })
  }

  return {
    async openDirect(userId) {
      try {
        const { created: _, ...state } = await call('channels.create', { members: [userId], watch: true })
        return put(state).channel.cid
      } catch (error) {
        log.warn(clientMessages['chat-client.channel-failed'], error)
        throw clientError('chat-client.channel-failed', failureOf(error))
      }
    },
    async setChannel(cid, change) {
      const { settings } = await call('channels.set', { cid, ...change })
      receive({ type: 'settings.updated', cid, settings })
    },
    async truncateChannel(cid) {
      const { settings, reading } = await call('channels.truncate', { cid })
      receive({ type: 'settings.updated', cid, settings })
      receive({ type: 'reading.updated', cid, reading })
    },
    updateChannel: (cid, change) => changed(call('channels.update', { cid, ...change })),
    addMembers: (cid, userIds) => changed(call('members.add', { cid, userIds })),
    removeMembers: (cid, userIds) => changed(call('members.remove', { cid, userIds })),
    async leaveChannel(cid) {
      await call('channels.leave', { cid })
      receive({ type: 'notification.removed_from_channel', cid })
    },
    blockChannel: (cid, blocked) => changed(call('channels.block', { cid, blocked })),
    async reportChannel(cid, report) {
      await call('channels.report', { cid, ...report })
    },
  }
}
