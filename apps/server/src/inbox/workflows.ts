import type { InboxSeverity, Workflow } from '@fettle/protocol/inbox'

/** The declared kinds of notifications, by identifier. */
export type Workflows = ReadonlyMap<string, Workflow>

export interface WorkflowView {
  id: string
  identifier: string
  name: string
  critical: boolean
  tags: string[]
  severity: InboxSeverity
}

export function toWorkflowView({ identifier, name, critical, tags, severity }: Workflow): WorkflowView {
  return { id: identifier, identifier, name, critical, tags, severity }
}
