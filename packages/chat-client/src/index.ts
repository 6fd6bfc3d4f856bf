export type { ArrivedMessage } from './channels/arrivals.ts'
export { createChatClient, type ChatClient, type ChatClientOptions, type ChatSnapshot } from './client.ts'
export type { ChannelSnapshot, ChannelStore, SendOptions } from './channels/channel.ts'
export type { SendCall } from './connection/connection.ts'
export type { ConnectionFlags, Credentials } from './connection/user-connection.ts'
export {
  createMemoryStorage,
  systemClock,
  type ClientClock,
  type Link,
  type LinkEvents,
  type Log,
  type Storage,
  type TabLock,
  type Transport,
} from './ports.ts'
export { ChatError, type ClientErrorCode } from './errors.ts'
export { createMessageId } from './ids.ts'
export { latestOf, type ListedChannel } from './state/channel-list.ts'
export { sendStatesFor, type SendState, type MessageView } from './state/message-view.ts'
export { applyCatchUp, applyFrame, applyPage, applySnapshot, hasGap, type ChannelData } from './state/channel.ts'
export type { Readable } from './store.ts'
export { socketTransport } from './connection/transport.ts'
export {
  applyDraft,
  applyDraftFrame,
  createDrafts,
  draftKey,
  isEmptyDraft,
  type Drafts,
  type DraftsSnapshot,
  type DraftInput,
} from './composer/drafts.ts'
export { createOfflineCache } from './offline/offline-cache.ts'
export { createFiles, type FileAddresses, type FilesSnapshot } from './uploads/files.ts'
export type { ClientHandle } from './client-handle.ts'
export { createHttpPartSender } from './uploads/http-part-sender.ts'
export {
  applyLocationFrame,
  createLocations,
  isLive,
  type LiveShare,
  type Locations,
  type LocationsSnapshot,
  type SharePosition,
} from './locations.ts'
export {
  applyPollFrame,
  applyPollState,
  createPolls,
  noPolls,
  shareOf,
  type Polls,
  type PollsSnapshot,
} from './polls.ts'
export { findLinks } from '@fettle/protocol/chat/messages/text'
export { createPreviews, type Previews, type PreviewState } from './composer/previews.ts'
export {
  applyReminder,
  applyReminderFrame,
  createReminders,
  listReminders,
  noReminders,
  reminderOf,
  type Reminders,
  type RemindersSnapshot,
} from './threads/reminders.ts'
export {
  applyScheduledFrame,
  createScheduled,
  listScheduled,
  type Scheduled,
  type ScheduledSnapshot,
} from './composer/scheduled.ts'
export {
  complete,
  createSuggestions,
  findTrigger,
  parseCommand,
  type Suggestions,
  type SuggestionsSnapshot,
  type SuggestionTrigger,
} from './composer/suggestions.ts'
export {
  createUploads,
  roomFor,
  toWaveform,
  sendProblemOf,
  type FileSource,
  type SendPart,
  type PendingUpload,
  type Uploads,
} from './uploads/uploads.ts'
export type { MessageCommands } from './channels/message-commands.ts'
export { createThread, type ThreadSnapshot, type ThreadStore } from './threads/thread.ts'
export {
  applyReadingsFrame,
  applyThreadsFrame,
  createThreadList,
  type ThreadList,
  type ThreadsSnapshot,
} from './threads/threads.ts'
export { applyReplies, applyThreadFrame, emptyThread, type RepliesAnswer } from './state/thread.ts'
