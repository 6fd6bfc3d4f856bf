import type { ChatOperationName } from '@fettle/protocol/chat/operations'
import { basicCommands } from './basic.commands.ts'
import { channelCommands } from './channels.commands.ts'
import { extensionCommands, extensionCommandsWithoutInvariant } from './extensions.commands.ts'
import type { InvariantCommand } from './harness.ts'
import { messageCommands } from './messages.commands.ts'

/** Every command with a row: add a file of your noun's rows here. */
export const invariantCommands: InvariantCommand[] = [
  ...basicCommands,
  ...messageCommands,
  ...channelCommands,
  ...extensionCommands,
]

/** Calls that change nothing a member's snapshot of a channel shows: they only ask, or concern no channel. */
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
  // For direct channels only; it is told as `channels.update` is.
  'channels.block',
]
