import type { Issue } from '@fettle/protocol'
import { isApiError } from '../../lib/http/api-error.ts'

/** Splits typed or pasted text into addresses and numbers, without duplicates; ignores case. */
export function addDestinations(existing: readonly string[], typed: string): string[] {
  const added = [...existing]
  for (const part of typed.split(/[,;\n]|\s+(?=\S*@)/).map((text) => text.trim())) {
    if (part !== '' && !added.some((other) => other.toLowerCase() === part.toLowerCase())) added.push(part)
  }
  return added
}

/** Names the refused destination with the reason: `ngozi@example.com: This person already has an account.` */
export function rejectedDestination(error: unknown, destinations: readonly string[]): string | undefined {
  const issue: Issue | undefined = isApiError(error) ? error.issues[0] : undefined
  if (!issue) return undefined
  const index = issue.path[1]
  const which = typeof index === 'number' ? destinations[index] : undefined
  return which ? `${which}: ${issue.message}` : issue.message
}
