import * as ofAttachments from '@fettle/protocol/chat/messages/attachments'
import * as ofCommands from '@fettle/protocol/chat/messages/commands'
import * as ofDrafts from '@fettle/protocol/chat/messages/drafts'
import * as ofLocation from '@fettle/protocol/chat/location/location'
import * as ofPolls from '@fettle/protocol/chat/polls/polls'
import { getPreview } from '@fettle/protocol/chat/messages/previews'
import * as ofReminders from '@fettle/protocol/chat/messages/reminders'
import * as ofScheduled from '@fettle/protocol/chat/messages/scheduled'
import * as attachments from '../attachments/attachments.service.ts'
import * as commands from '../commands/commands.service.ts'
import { serve } from '../core/calls.ts'
import type { ChatContext } from '../core/context.ts'
import * as drafts from '../drafts/drafts.service.ts'
import { pruneEvents } from '../events/events.service.ts'
import * as location from '../location/location.service.ts'
import * as polls from '../polls/polls.service.ts'
import * as previews from '../previews/previews.service.ts'
import * as reminders from '../reminders/reminders.service.ts'
import * as scheduled from '../scheduled/scheduled.service.ts'
import { chatTasks } from '../../platform/jobs/service-tasks.ts'

/** The handlers of the calls of message extensions, and their jobs. */

export const extensionHandlers = [
  serve(ofAttachments.startUpload, attachments.start),
  serve(ofAttachments.getUpload, attachments.progress),
  serve(ofAttachments.finishUpload, attachments.finish),
  serve(ofAttachments.cancelUpload, attachments.cancel),
  serve(ofAttachments.signFiles, attachments.sign),
  serve(getPreview, previews.get),
  serve(ofPolls.createPoll, polls.create),
  serve(ofPolls.queryPolls, polls.query),
  serve(ofPolls.castVote, polls.vote),
  serve(ofPolls.removeVote, polls.unvote),
  serve(ofPolls.answerPoll, polls.answer),
  serve(ofPolls.suggestOption, polls.suggest),
  serve(ofPolls.closePoll, polls.close),
  serve(ofPolls.listPollResponses, polls.listResponses),
  serve(ofLocation.shareLocation, location.share),
  serve(ofLocation.moveLocation, location.move),
  serve(ofLocation.stopLocation, location.stop),
  serve(ofLocation.listLocations, location.list),
  serve(ofReminders.setReminder, reminders.set),
  serve(ofReminders.deleteReminder, reminders.remove),
  serve(ofReminders.listReminders, reminders.list),
  serve(ofScheduled.scheduleMessage, scheduled.create),
  serve(ofScheduled.changeScheduled, scheduled.update),
  serve(ofScheduled.deleteScheduled, scheduled.remove),
  serve(ofScheduled.listScheduled, scheduled.list),
  serve(ofDrafts.getDraft, drafts.get),
  serve(ofDrafts.saveDraft, drafts.save),
  serve(ofDrafts.listDrafts, drafts.list),
  serve(ofCommands.saveCommand, commands.save),
  serve(ofCommands.deleteCommand, commands.remove),
  serve(ofCommands.suggestCommands, commands.list),
  serve(ofCommands.runCommand, commands.run),
  serve(ofCommands.suggestPeople, commands.people),
]

const PURGE_INTERVAL_MS = 3_600_000

/** Registers the jobs of extensions, and the clean-up of the chat. All are idempotent. */
export function handleExtensionJobs(context: ChatContext): void {
  const { jobs } = context
  jobs.handle<Parameters<typeof reminders.fire>[1]>(reminders.FIRE_JOB, (key) => reminders.fire(context, key))
  jobs.handle<Parameters<typeof scheduled.send>[1]>(scheduled.SEND_JOB, (due) => scheduled.send(context, due))
  jobs.handle<Parameters<typeof location.expire>[1]>(location.EXPIRE_JOB, (share) => location.expire(context, share))
  jobs.repeat(chatTasks.purgeExpired, PURGE_INTERVAL_MS, async () => {
    await attachments.purgeUnfinished(context)
    await previews.purgePreviews(context)
    await scheduled.purgeSettled(context)
    await pruneEvents(context)
  })
}
