import * as z from 'zod/mini'
import { cancelUpload, finishUpload, getUpload, signFiles, startUpload } from './messages/attachments.ts'
import { deleteCommand, runCommand, saveCommand, suggestCommands, suggestPeople } from './messages/commands.ts'
import { Draft, getDraft, listDrafts, saveDraft } from './messages/drafts.ts'
import { listLocations, LocationShare, moveLocation, shareLocation, stopLocation } from './location/location.ts'
import {
  answerPoll,
  castVote,
  closePoll,
  createPoll,
  listPollResponses,
  OwnVotes,
  Poll,
  queryPolls,
  removeVote,
  suggestOption,
} from './polls/polls.ts'
import { getPreview } from './messages/previews.ts'
import { deleteReminder, listReminders, Reminder, setReminder } from './messages/reminders.ts'
import {
  changeScheduled,
  deleteScheduled,
  listScheduled,
  ScheduledMessage,
  scheduleMessage,
} from './messages/scheduled.ts'

/** Message extensions (polls, reactions, locations and others): their operations and state frames. */

export const extensionOperations = [
  startUpload,
  getUpload,
  finishUpload,
  cancelUpload,
  signFiles,
  getPreview,
  createPoll,
  queryPolls,
  castVote,
  removeVote,
  answerPoll,
  suggestOption,
  closePoll,
  listPollResponses,
  shareLocation,
  moveLocation,
  stopLocation,
  listLocations,
  setReminder,
  deleteReminder,
  listReminders,
  scheduleMessage,
  changeScheduled,
  deleteScheduled,
  listScheduled,
  getDraft,
  saveDraft,
  listDrafts,
  saveCommand,
  deleteCommand,
  suggestCommands,
  runCommand,
  suggestPeople,
] as const

/** States with a `version`: the highest one wins in any order. */
export const ExtensionState = z.discriminatedUnion('type', [
  /** Sent to all members. */
  z.object({ type: z.literal('poll.changed'), cid: z.string(), poll: Poll }),
  z.object({ type: z.literal('location.changed'), cid: z.string(), share: LocationShare }),
  /** Sent to a user's own devices only. */
  z.object({ type: z.literal('poll.voted'), cid: z.string(), pollId: z.string(), own: OwnVotes }),
  z.object({ type: z.literal('reminder.changed'), cid: z.string(), reminder: Reminder }),
  z.object({ type: z.literal('reminder.deleted'), cid: z.string(), messageId: z.string(), version: z.int() }),
  /** A reminder is due: the state of `reminder.changed`, sent once. */
  z.object({ type: z.literal('reminder.due'), cid: z.string(), reminder: Reminder }),
  z.object({ type: z.literal('scheduled.changed'), cid: z.string(), scheduled: ScheduledMessage }),
  z.object({ type: z.literal('draft.changed'), cid: z.string(), draft: Draft }),
])
export type ExtensionState = z.infer<typeof ExtensionState>
