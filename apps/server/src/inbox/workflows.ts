import type { Severity } from './notifications/filters.ts'

export const channels = ['email', 'sms', 'in_app', 'chat', 'push'] as const
export type Channel = (typeof channels)[number]
export type ChannelChoice = Partial<Record<Channel, boolean>>

/** A kind of notification, as the product declares it. */
export interface Workflow {
  /** Path-safe: it stands in addresses. */
  identifier: string
  name: string
  /** Cannot be switched off and is left out of the preferences, unless asked for. */
  critical: boolean
  tags: string[]
  severity: Severity
  /** The channels it has, and whether each is on for somebody who chose nothing. */
  channels: ChannelChoice
  /** Channels that stay on whatever is chosen. */
  always?: readonly Channel[]
}

export interface WorkflowView {
  id: string
  identifier: string
  name: string
  critical: boolean
  tags: string[]
  severity: Severity
}

/** The declared kinds by identifier. */
export type Workflows = ReadonlyMap<string, Workflow>

export function toWorkflowView({ identifier, name, critical, tags, severity }: Workflow): WorkflowView {
  return { id: identifier, identifier, name, critical, tags, severity }
}
