import type { ServiceType } from '@fettle/protocol/common/fields'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type * as z from 'zod/mini'

type Trade = z.infer<typeof ServiceType>

const services: Record<Trade, MessageDescriptor[]> = {
  HANDYMAN: [msg`Furniture assembly`, msg`Shelves and pictures`, msg`Door repair`, msg`Small repairs`],
  PLUMBING: [msg`Leak repair`, msg`Blocked drains`, msg`Toilet repair`, msg`Water heaters`, msg`Bathroom fitting`],
  ELECTRICAL: [msg`Wiring`, msg`Sockets and switches`, msg`Lighting`, msg`Fuse boards`, msg`Inverters and solar`],
  CARPENTRY: [msg`Doors and frames`, msg`Wardrobes`, msg`Kitchen cabinets`, msg`Wooden floors`],
  PAINTING: [msg`Interior painting`, msg`Exterior painting`, msg`Wallpaper`, msg`Plaster repair`],
  TILING: [msg`Floor tiles`, msg`Wall tiles`, msg`Bathroom tiling`, msg`Grouting`],
  ROOFING: [msg`Roof repair`, msg`New roofs`, msg`Gutters`, msg`Waterproofing`],
  HVAC: [msg`AC installation`, msg`AC servicing`, msg`Heating repair`, msg`Ventilation`],
  APPLIANCE_REPAIR: [msg`Washing machines`, msg`Fridges and freezers`, msg`Cookers`, msg`Generators`],
  CLEANING: [msg`Home cleaning`, msg`Deep cleaning`, msg`After-builder cleaning`, msg`Windows`],
  GARDENING: [msg`Lawn care`, msg`Hedges and trees`, msg`Planting`, msg`Garden clearing`],
  MOVING: [msg`House moves`, msg`Office moves`, msg`Packing`, msg`Heavy items`],
  LOCKSMITH: [msg`Lock replacement`, msg`Locked out`, msg`Safe opening`, msg`Key cutting`],
  OTHER: [],
}

/** Common services of a trade, as suggestions. */
export const serviceSuggestions = (trade: Trade | ''): string[] =>
  trade === '' ? [] : services[trade].map((service) => i18n._(service))
