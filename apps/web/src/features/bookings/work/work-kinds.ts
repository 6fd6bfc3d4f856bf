import type { WorkKind } from '@fettle/protocol/bookings/work-log'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const kinds: Record<WorkKind, MessageDescriptor> = { TRAVEL: msg`Travel`, WORK: msg`Work`, BREAK: msg`Break` }

/** Label of a kind of time entry. */
export const workKindLabel = (kind: WorkKind): string => i18n._(kinds[kind])
