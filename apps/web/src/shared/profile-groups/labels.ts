import type { Gender } from '@fettle/protocol/common/fields'
import type { skillLevels } from '@fettle/protocol/common/constants'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type * as z from 'zod/mini'

type Skill = (typeof skillLevels)[number]

const genders: Record<z.infer<typeof Gender>, MessageDescriptor> = {
  FEMALE: msg`Female`,
  MALE: msg`Male`,
  OTHER: msg`Other`,
  PREFER_NOT_TO_SAY: msg`Prefer not to say`,
}

/** Label of a gender. */
export const genderLabel = (gender: z.infer<typeof Gender>): string => i18n._(genders[gender])

/** Options of the gender field. */
export const genderChoices = () => Object.entries(genders).map(([value, label]) => ({ value, label: i18n._(label) }))

const skills: Record<Skill, { label: MessageDescriptor; hint: MessageDescriptor }> = {
  BEGINNER: { label: msg`Beginner`, hint: msg`Learning, simple jobs` },
  INTERMEDIATE: { label: msg`Intermediate`, hint: msg`Most everyday jobs on my own` },
  ADVANCED: { label: msg`Advanced`, hint: msg`Difficult jobs, I guide others` },
  EXPERT: { label: msg`Expert`, hint: msg`Certified or known for it` },
}

/** Label of a skill level. */
export const skillLabel = (skill: Skill): string => i18n._(skills[skill].label)

/** Options of the skill level field. */
export const skillChoices = () =>
  (Object.keys(skills) as Skill[]).map((value) => ({
    value,
    label: i18n._(skills[value].label),
    hint: i18n._(skills[value].hint),
  }))
