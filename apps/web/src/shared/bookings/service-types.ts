import type { serviceTypes } from '@fettle/protocol/common/constants'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export type ServiceType = (typeof serviceTypes)[number]

const labels: Record<ServiceType, MessageDescriptor> = {
  HANDYMAN: msg`Handyman`,
  PLUMBING: msg`Plumbing`,
  ELECTRICAL: msg`Electrical`,
  CARPENTRY: msg`Carpentry`,
  PAINTING: msg`Painting`,
  TILING: msg`Tiling`,
  ROOFING: msg`Roofing`,
  HVAC: msg`Heating and cooling`,
  APPLIANCE_REPAIR: msg`Appliance repair`,
  CLEANING: msg`Cleaning`,
  GARDENING: msg`Gardening`,
  MOVING: msg`Moving`,
  LOCKSMITH: msg`Locksmith`,
  OTHER: msg`Other`,
}

/** Label of a trade. */
export const serviceTypeLabel = (type: ServiceType): string => i18n._(labels[type])
