import { isMessage, type MessageDescriptor, type MessageParams } from '@fettle/i18n/message'
import type { issueMessages } from './issues.messages.ts'

export type IssueMessageCode = keyof typeof issueMessages

/**
 * The message of a field issue as schemas and rules give it: a code, and its parameters as JSON. It is a string because
 * that is what zod takes for a message.
 */
export const issueText = (code: IssueMessageCode, params?: MessageParams): string =>
  params ? `${code}${JSON.stringify(params)}` : code

/** The message in an issue's text. Undefined for text that `issueText` did not make. */
export function readIssueText(text: string): MessageDescriptor<IssueMessageCode> | undefined {
  const [, code, params] = /^([A-Z][A-Z\d_]+)(\{.*\})?$/s.exec(text) ?? []
  if (code === undefined) return undefined
  const message: unknown = params === undefined ? { code } : { code, params: JSON.parse(params) as unknown }
  return isMessage(message) ? (message as MessageDescriptor<IssueMessageCode>) : undefined
}

/** An issue's text with limits for those parameters that it does not give. */
export function withLimits(text: string, limits: Readonly<Record<string, number>>): string {
  const message = Object.keys(limits).length > 0 ? readIssueText(text) : undefined
  return message ? issueText(message.code, { ...limits, ...message.params }) : text
}
