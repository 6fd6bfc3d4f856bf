import type { ChatOperationName } from '@fettle/protocol/chat/operations'
import { basicCommands } from './basic.commands.ts'
import { channelCommands } from './channels.commands.ts'
import { extensionCommands, extensionCommandsWithoutInvariant } from './extensions.commands.ts'
import type { InvariantCommand } from './harness.ts'
import { messageCommands } from './messages.commands.ts'

/** All commands. Add a file with the commands of your noun here. */
export const invariantCommands: InvariantCommand[] = [
  ...basicCommands,
  ...messageCommands,
  ...channelCommands,
  ...extensionCommands,
]

/** Calls that do not change a member's snapshot of a channel: reads, and calls without a channel. */
export const commandsWithoutInvariant: ChatOperationName[] = [
  ...extensionCommandsWithoutInvariant,
  'users.upsert',
  'users.token',
  'users.signal',
  'users.presence',
  'channels.query',
  'channels.create',
  'channels.get',
  'channels.unwatch',
  'channels.events',
  'messages.list',
  'messages.get',
  'messages.pinned',
  'messages.search',
  'media.list',
  'threads.replies',
  'threads.list',
  'threads.unread',
  'unread.get',
  'typing.set',
  'channels.report',
  'channels.export',
  'reports.list',
  'users.disconnect',
  'users.deactivate',
  'users.suspend',
  'users.delete',
  'app.suspend',
  // For direct channels only; publishes the same events as `channels.update`.
  'channels.block',
]
