import {
  builtInCommands,
  CommandAnswer,
  commandSignatureHeader,
  type deleteCommand,
  type runCommand,
  type saveCommand,
  type suggestCommands,
  type suggestPeople,
} from '@fettle/protocol/chat/messages/commands'
import { chatLimits } from '@fettle/protocol/chat/core/limits'
import { limits } from '@fettle/protocol/common/limits'
import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import { sanitizeInput } from '../../platform/http/input/sanitize-input.ts'
import { requireUnblocked } from '../channels/changes.service.ts'
import type { CallHandler } from '../core/calls.ts'
import type { ChatContext } from '../core/context.ts'
import { requireMember } from '../core/members.ts'
import { ChatRefusal } from '../core/chat-refusal.ts'
import { toMessage } from '../messages/messages.rules.ts'
import { sendWith } from '../messages/messages.service.ts'
import { findMessage } from '../messages/messages.store.ts'
import * as store from './commands.store.ts'

export const save: CallHandler<typeof saveCommand> = async ({ db, clock, ids }, _actor, { url, ...command }) => {
  if (builtInCommands.some(({ name }) => name === command.name))
    throw new ChatRefusal('NOT_ALLOWED', { message: 'A built-in command has this name.' })
  const { secret, ...row } = await store.saveCommand(
    db,
    { ...command, url: url ?? null, secret: ids.token() },
    clock.now(),
  )
  return { command: row, secret }
}

export const remove: CallHandler<typeof deleteCommand> = async ({ db }, _actor, { name }) => {
  if ((await store.deleteCommand(db, name)) === 0)
    throw new ChatRefusal('DOES_NOT_EXIST', { reason: { code: 'chat.no-such-command' } })
  return {}
}

export const list: CallHandler<typeof suggestCommands> = async ({ db }, _actor, { q }) => {
  const all = [...builtInCommands, ...(await store.listCommands(db))]
  return { commands: all.filter(({ name }) => name.startsWith(q.toLowerCase())).slice(0, limits.suggestionPageSize) }
}

export const people: CallHandler<typeof suggestPeople> = async (context, actor, { cid, q, after }) => {
  await requireMember(context, actor, cid)
  const limit = limits.suggestionPageSize
  const rows = await store.listPeople(context.db, { cid, q, after, limit: limit + 1 })
  return { users: rows.slice(0, limit), hasMore: rows.length > limit }
}

export const run: CallHandler<typeof runCommand> = async (context, actor, { cid, name, messageId, args }) => {
  const { userId, policy } = await requireMember(context, actor, cid)
  requireUnblocked(policy, actor)
  const command = await store.findCommand(context.db, name)
  if (!command?.url) throw new ChatRefusal('COMMAND_MISSING', { details: { name } })
  const earlier = await findMessage(context.db, cid, messageId)
  if (earlier && earlier.user_id === userId) return { message: toMessage(earlier), reply: null }
  const answer = await ask(context, { ...command, url: command.url }, { command: name, args, cid, messageId, userId })
  const message = answer.text
    ? await sendWith(context, actor, cid, { id: messageId, text: answer.text, custom: { command: name } }, {})
    : null
  return { message, reply: answer.reply ?? null }
}

/** Calls the webhook. Every failure becomes code 45. */
async function ask(
  { safeFetch, clock, log }: ChatContext,
  { url, secret }: { url: string; secret: string },
  question: object,
): Promise<z.infer<typeof CommandAnswer>> {
  const body = JSON.stringify({ ...question, at: clock.now().toISOString() })
  try {
    const { status, bytes } = await safeFetch.fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [commandSignatureHeader]: createHmac('sha256', secret).update(body).digest('hex'),
      },
      body,
      timeout: chatLimits.commandTimeoutMs,
      maxBytes: chatLimits.payloadBytes,
      longer: 'refuse',
    })
    if (status < 200 || status > 299) throw new Error(`The webhook answered ${status}.`)
    return bytes.length === 0 ? {} : z.parse(CommandAnswer, sanitizeInput(JSON.parse(bytes.toString('utf8'))))
  } catch (error) {
    log.warn({ err: error }, 'chat command failed')
    throw new ChatRefusal('COMMAND_FAILED')
  }
}
