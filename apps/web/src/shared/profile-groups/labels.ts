import type { Gender, ServiceType, skillLevels } from '@fettle/protocol/fields'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type * as z from 'zod/mini'

type Trade = z.infer<typeof ServiceType>
type Skill = (typeof skillLevels)[number]

const genders: Record<z.infer<typeof Gender>, MessageDescriptor> = {
  FEMALE: msg`Female`,
  MALE: msg`Male`,
  OTHER: msg`Other`,
  PREFER_NOT_TO_SAY: msg`Prefer not to say`,
}

export const genderLabel = (gender: z.infer<typeof Gender>): string => i18n._(genders[gender])
export const genderChoices = () => Object.entries(genders).map(([value, label]) => ({ value, label: i18n._(label) }))

const skills: Record<Skill, { label: MessageDescriptor; hint: MessageDescriptor }> = {
  BEGINNER: { label: msg`Beginner`, hint: msg`Learning, simple jobs` },
  INTERMEDIATE: { label: msg`Intermediate`, hint: msg`Most everyday jobs on my own` },
  ADVANCED: { label: msg`Advanced`, hint: msg`Difficult jobs, I guide others` },
  EXPERT: { label: msg`Expert`, hint: msg`Certified or known for it` },
}

export const skillLabel = (skill: Skill): string => i18n._(skills[skill].label)
export const skillChoices = () =>
  (Object.keys(skills) as Skill[]).map((value) => ({
    value,
    label: i18n._(skills[value].label),
    hint: i18n._(skills[value].hint),
  }))

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

/** What people of a trade often offer: one tap instead of typing. */
export const serviceSuggestions = (trade: Trade | ''): string[] =>
  trade === '' ? [] : services[trade].map((service) => i18n._(service))
