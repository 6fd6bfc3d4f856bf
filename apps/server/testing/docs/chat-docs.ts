import { refusalMessages } from '@fettle/protocol/chat/chat.messages'
import { chatErrors } from '@fettle/protocol/chat/core/errors'
import { ChatEvent, ChatStateFrame, ChatSignal } from '@fettle/protocol/chat/events'
import { chatLimits } from '@fettle/protocol/chat/core/limits'
import { chatBase, type ChatOperation } from '@fettle/protocol/chat/core/operation'
import { chatOperations } from '@fettle/protocol/chat/operations'
import { chatPollingPath, chatSocketPath } from '@fettle/protocol/chat/connection/socket'
import { limits } from '@fettle/protocol'
import type * as z from 'zod/mini'
import { defaultRateLimits } from '../../src/chat/core/limiter.ts'
import { frames, prose } from './chat-docs.text.ts'

/** Renders `docs/reference/chat-protocol.md` from the protocol. `npm run docs` writes it; a test compares it. */
export function renderChatProtocol(): string {
  return (
    [
      '# The chat protocol',
      '<!-- Written by `npm run docs` from packages/protocol/src/chat. -->',
      prose.what(chatBase, chatSocketPath),
      ...section('Authentication', prose.who),
      ...section('Who may chat with whom', prose.strangers),
      ...section('Suspended users', prose.suspended),
      ...section('Ordering', prose.order),
      ...section(
        'The socket',
        prose.socket(chatPollingPath, limits.chatPingIntervalMs / 1000, limits.chatPingTimeoutMs / 1000),
      ),
      ...section('Calls', `${prose.calls(chatBase)}\n\n${calls()}`),
      ...section('Message content', prose.files(chatBase, chatLimits.uploadPartBytes, chatLimits.fileAddressSeconds)),
      ...section('Frames', `${prose.frames(chatLimits.typingExpiryMs / 1000)}\n\n${frameTable()}`),
      ...section('Limits', limitTable()),
      ...section('Rate limits', `${prose.rateLimits}\n\n${rateLimitTable()}`),
      ...section('Errors', `${prose.refusals}\n\n${refusals()}`),
    ].join('\n\n') + '\n'
  )
}

const section = (title: string, body: string) => [`## ${title}`, body]

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

function calls(): string {
  return table(
    ['call', 'method and path', 'by', 'takes', 'does'],
    chatOperations.map(({ name, method, path, by, input, summary, whileSuspended }: ChatOperation) => [
      `\`${name}\`${whileSuspended ? ' *' : ''}`,
      `${method} \`${path}\``,
      by,
      fieldsOf(input, path),
      summary,
    ]),
  )
}

/** Lists the fields of a call besides its path parameters; optional ones have a question mark. */
function fieldsOf(input: z.core.$ZodType, path: string): string {
  const { shape } = input as z.ZodMiniObject
  return Object.entries(shape)
    .filter(([field]) => !path.includes(`:${field}`))
    .map(([field, schema]) => `\`${field}${mayBeMissing(schema) ? '?' : ''}\``)
    .join(', ')
}

const mayBeMissing = (schema: z.core.$ZodType) => ['optional', 'default'].includes(schema._zod.def.type)

type Kind = 'event' | 'mark' | 'signal'

/** Lists every frame type with its kind. */
export function frameTypes(): { type: string; kind: Kind }[] {
  const kinds: [Kind, z.core.$ZodType][] = [
    ['event', ChatEvent],
    ['mark', ChatStateFrame],
    ['signal', ChatSignal],
  ]
  return kinds.flatMap(([kind, schema]) => typesOf(schema).map((type) => ({ type, kind })))
}

function typesOf(schema: z.core.$ZodType): string[] {
  const { options } = schema._zod.def as { options?: z.core.$ZodType[] }
  if (options) return options.flatMap(typesOf)
  const { type } = (schema as z.ZodMiniObject).shape as Record<string, z.core.$ZodType>
  return type ? [...(type._zod.values ?? [])].map(String) : []
}

function frameTable(): string {
  return table(
    ['frame', 'kind', 'to', 'says'],
    frameTypes().map(({ type, kind }) => [
      `\`${type}\``,
      kind,
      frames[type]?.[0] ?? 'members',
      frames[type]?.[1] ?? '',
    ]),
  )
}

function limitTable(): string {
  return table(
    ['limit', 'value'],
    Object.entries(chatLimits).map(([name, value]) => [`\`${name}\``, value]),
  )
}

function rateLimitTable(): string {
  return table(
    ['calls', 'at once', 'then per second'],
    Object.entries(defaultRateLimits).map(([call, { burst, perSecond }]) => [
      call === 'default' ? 'each user’s other calls together' : `\`${call}\``,
      burst,
      perSecond,
    ]),
  )
}

function refusals(): string {
  return table(
    ['code', 'status', 'again?', 'says'],
    Object.values(chatErrors).map(({ code, statusCode, retryable, reason }) => [
      code,
      statusCode,
      retryable ? 'yes' : 'no',
      refusalMessages[reason],
    ]),
  )
}
