import type { ContactMethod } from '@fettle/protocol/bookings'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const methods: Record<ContactMethod, MessageDescriptor> = {
  CALL: msg`Called`,
  SMS: msg`Text message`,
  MESSAGE: msg`Message`,
  DOORBELL: msg`Doorbell`,
}

/** Label of a contact method. */
export const contactMethodLabel = (method: ContactMethod): string => i18n._(methods[method])
