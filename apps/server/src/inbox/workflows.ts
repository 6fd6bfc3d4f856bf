import type { InboxSeverity, NotificationWorkflow } from '@fettle/protocol/notifications/inbox'

/** The declared workflows, by identifier. */
export type Workflows = ReadonlyMap<string, NotificationWorkflow>

export interface WorkflowView {
  id: string
  identifier: string
  name: string
  critical: boolean
  tags: string[]
  severity: InboxSeverity
}

/** A workflow in the format of the protocol. */
export function toWorkflowView({ identifier, name, critical, tags, severity }: NotificationWorkflow): WorkflowView {
  return { id: identifier, identifier, name, critical, tags, severity }
}
