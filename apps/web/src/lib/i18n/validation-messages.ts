import { createTranslator } from '@fettle/i18n/translator'
import type { Issue } from '@fettle/protocol'
import { readIssueText } from '@fettle/protocol/core/issue-text'
import { issueMessages } from '@fettle/protocol/core/issues.messages'
import { i18n } from '@lingui/core'
import { ownLocale } from './i18n.ts'

const english: Readonly<Record<string, string>> = issueMessages
const translateTo = createTranslator(() => (code) => i18n.messages[code] ?? english[code])

/** Writes a message of the protocol's schemas in the page's language. Texts of the server stay as they are. */
export function translateValidation(text: string): string {
  const message = readIssueText(text)
  return message ? translateTo(ownLocale(), message) : text
}

/** Writes issues found in the browser, as the server would. */
export const translateIssues = (issues: readonly Issue[]): Issue[] =>
  issues.map((issue) => ({ ...issue, message: translateValidation(issue.message) }))
