import * as z from 'zod/mini'
import { TimelineEntry } from '../bookings/index.ts'
import { countryCodes } from '../common/countries.ts'
import type { IssueCode } from '../core/envelope.ts'
import { operation } from '../core/operation.ts'
import { Instant } from '../core/values.ts'
import { issueText } from '../core/issue-text.ts'

/** Settings an operator may change while the product runs: each declared once, with its bounds. */

interface SettingDescription {
  /** The noun whose rules the setting changes. */
  group: 'accounts' | 'bookings' | 'offers' | 'contracts' | 'earnings' | 'support'
  /** One sentence for operators. */
  description: string
}
interface Flag extends SettingDescription {
  kind: 'FLAG'
  default: boolean
}
interface Count extends SettingDescription {
  kind: 'COUNT'
  default: number
  unit: 'MINUTES' | 'HOURS' | 'DAYS' | 'WORKING_DAYS' | 'PHOTOS' | 'CHARACTERS' | 'BASIS_POINTS' | 'HUNDREDTHS'
  minimum: number
  maximum: number
}
/** Minor units by ISO 4217 currency. A currency left out has no amount. */
interface Amounts extends SettingDescription {
  kind: 'AMOUNTS'
  default: Readonly<Record<string, number>>
}
interface Text extends SettingDescription {
  kind: 'TEXT'
  default: string
  pattern: string
  /** Describes a valid value. */
  hint: string
}
export type SettingDefinition = Flag | Count | Amounts | Text

type Group = SettingDescription['group']
/** A setting that is off by default. */
const flag = (group: Group, description: string): Flag => ({
  kind: 'FLAG',
  group,
  default: false,
  description,
})
const count = (
  group: Group,
  value: number,
  unit: Count['unit'],
  [minimum, maximum]: readonly [number, number],
  description: string,
): Count => ({ kind: 'COUNT', group, default: value, unit, minimum, maximum, description })

/** Every setting with its default. Environment variables about accounts (`.env.example`) override those defaults. */
export const settingDefinitions = {
  // Accounts
  passwordMinLength: count('accounts', 8, 'CHARACTERS', [8, 64], 'Minimum length of a new password.'),
  defaultCountry: {
    kind: 'TEXT',
    group: 'accounts',
    default: 'NG',
    pattern: `^(${countryCodes.join('|')})$`,
    hint: 'a country code of two capital letters, such as NG',
    description: 'Default country for phone numbers and profiles without one.',
  } as Text,
  termsVersion: {
    kind: 'TEXT',
    group: 'accounts',
    default: '',
    pattern: '^.{0,40}$',
    hint: 'a name of at most 40 characters; empty to require no terms',
    description: 'If set, registration requires accepting the terms, and this version is recorded.',
  } as Text,
  requireIdentityDocument: flag('accounts', 'Require an identity document before onboarding can be completed.'),
  requireSecondFactor: flag(
    'accounts',
    'Require a second factor for payouts and changes of bank details. If false, only providers who have one confirm with it.',
  ),
  secondFactorResetHours: count(
    'accounts',
    72,
    'HOURS',
    [0, 720],
    "Hours between an operator's request to remove a second factor and its removal. The provider is told at once.",
  ),
  // Bookings
  respondHours: count('bookings', 24, 'HOURS', [4, 168], 'Working hours a provider has to answer a request.'),
  requireStartCode: flag('bookings', 'Require a four-digit code from the customer to start work.'),
  minAfterPhotos: count('bookings', 0, 'PHOTOS', [0, 30], 'Photos of the finished work required to hand a job over.'),
  autoConfirmHours: count('bookings', 72, 'HOURS', [1, 720], 'Hours after which handed-over work counts as confirmed.'),
  // Offers
  offerValidDays: count('offers', 14, 'DAYS', [1, 90], 'Default validity of an offer.'),
  undoAcceptanceMinutes: count('offers', 15, 'MINUTES', [0, 1440], 'Time in which a customer may undo an acceptance.'),
  contractFrom: {
    kind: 'AMOUNTS',
    group: 'offers',
    default: {},
    description: 'Total from which work requires a contract, by currency. A currency left out never requires one.',
  } as Amounts,
  // Contracts
  coolingOffDays: count('contracts', 0, 'DAYS', [0, 14], 'Days in which a customer may withdraw from a new contract.'),
  contractNeedsIdentity: flag(
    'contracts',
    'Allow only providers with an approved identity document to send contracts.',
  ),
  milestoneApproveDays: count(
    'contracts',
    7,
    'DAYS',
    [1, 60],
    'Days after which a submitted milestone counts as approved.',
  ),
  // Earnings
  platformFeeBps: count(
    'earnings',
    1_000,
    'BASIS_POINTS',
    [0, 5_000],
    "The platform's share of a provider's earnings.",
  ),
  clearingDays: count('earnings', 3, 'DAYS', [0, 60], 'Days until the money for completed work can be paid out.'),
  smallestPayout: count(
    'earnings',
    100_000,
    'HUNDREDTHS',
    [0, 100_000_000],
    'Smallest payout, in hundredths of its currency. All that is left may be less if requested by hand.',
  ),
  bankCooldownHours: count('earnings', 72, 'HOURS', [0, 720], 'Hours without payouts after the bank details changed.'),
  payoutWorkingDays: count('earnings', 2, 'WORKING_DAYS', [0, 30], 'Working days a bank transfer is expected to take.'),
  // Support
  supportTimeZone: {
    kind: 'TEXT',
    group: 'support',
    default: 'Africa/Lagos',
    pattern: '^[A-Za-z]+(/[A-Za-z0-9_+-]+)*$',
    hint: 'an IANA time zone, such as Africa/Lagos',
    description: 'Time zone of the support hours.',
  } as Text,
  supportWeekdays: {
    kind: 'TEXT',
    group: 'support',
    default: 'MO,TU,WE,TH,FR,SA',
    pattern: '^(MO|TU|WE|TH|FR|SA|SU)(,(MO|TU|WE|TH|FR|SA|SU)){0,6}$',
    hint: 'days as MO,TU,WE,TH,FR',
    description: 'Days on which support is available.',
  } as Text,
  supportOpensAt: count('support', 8, 'HOURS', [0, 23], 'Hour of the day at which support opens.'),
  supportOpenHours: count('support', 10, 'HOURS', [1, 24], 'Hours per day in which support is available.'),
  supportUrgentHours: count('support', 1, 'HOURS', [1, 240], 'Support hours to the first answer: urgent.'),
  supportHighHours: count('support', 4, 'HOURS', [1, 240], 'Support hours to the first answer: high.'),
  supportNormalHours: count('support', 24, 'HOURS', [1, 240], 'Support hours to the first answer: normal.'),
  supportLowHours: count('support', 72, 'HOURS', [1, 240], 'Support hours to the first answer: low.'),
  emergencyNumber: {
    kind: 'TEXT',
    group: 'support',
    default: '112',
    pattern: '^[0-9 +]{2,20}$',
    hint: 'a phone number, such as 112',
    description: 'Emergency number, shown before a ticket about safety.',
  } as Text,
} as const satisfies Record<string, SettingDefinition>

export type SettingKey = keyof typeof settingDefinitions
/** The effective value of each setting. */
export type SettingValues = { readonly [K in SettingKey]: (typeof settingDefinitions)[K]['default'] }

export const settingKeys = Object.keys(settingDefinitions) as SettingKey[]
/** Values in effect until an operator changes them. */
export const defaultSettings = Object.fromEntries(
  settingKeys.map((key) => [key, settingDefinitions[key].default]),
) as SettingValues
export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(settingDefinitions, key)

interface SettingProblem {
  code: IssueCode
  message: string
  minimum?: number
  maximum?: number
}

/** Validates a value for a setting. Undefined: valid. */
export function validateSetting(key: SettingKey, value: unknown): SettingProblem | undefined {
  const definition: SettingDefinition = settingDefinitions[key]
  switch (definition.kind) {
    case 'FLAG':
      return typeof value === 'boolean'
        ? undefined
        : { code: 'INVALID_FORMAT', message: issueText('SETTING_NOT_BOOLEAN') }
    case 'TEXT':
      return typeof value === 'string' && new RegExp(definition.pattern, 'u').test(value)
        ? undefined
        : { code: 'INVALID_FORMAT', message: issueText('SETTING_FORMAT', { format: definition.hint }) }
    case 'COUNT':
      return validateCount(definition, value)
    case 'AMOUNTS':
      return isAmounts(value)
        ? undefined
        : { code: 'INVALID_FORMAT', message: issueText('SETTING_AMOUNTS_FORMAT', { example: '{ "NGN": 50000000 }' }) }
  }
}

function validateCount({ minimum, maximum }: Count, value: unknown): SettingProblem | undefined {
  const message = issueText('SETTING_RANGE', { min: minimum, max: maximum })
  if (!Number.isInteger(value)) return { code: 'INVALID_FORMAT', message, minimum, maximum }
  if (Number(value) < minimum) return { code: 'TOO_SMALL', message, minimum }
  if (Number(value) > maximum) return { code: 'TOO_BIG', message, maximum }
  return undefined
}

const isAmounts = (value: unknown): boolean =>
  value !== null &&
  typeof value === 'object' &&
  !Array.isArray(value) &&
  Object.entries(value).every(
    ([currency, amount]) => /^[A-Z]{3}$/.test(currency) && Number.isSafeInteger(amount) && Number(amount) >= 0,
  )

const SettingValue = z.union([z.boolean(), z.number(), z.string(), z.record(z.string(), z.number())])

export const SettingView = z.object({
  key: z.string(),
  group: z.enum(['accounts', 'bookings', 'offers', 'contracts', 'earnings', 'support']),
  kind: z.enum(['FLAG', 'COUNT', 'AMOUNTS', 'TEXT']),
  description: z.string(),
  value: SettingValue,
  default: SettingValue,
  unit: z.nullable(z.string()),
  minimum: z.nullable(z.int()),
  maximum: z.nullable(z.int()),
  /** Null while the default applies. */
  changedAt: z.nullable(Instant),
  changedBy: z.nullable(z.string()),
})
export type SettingView = z.infer<typeof SettingView>

export const SettingsView = z.object({ version: z.int(), settings: z.array(SettingView) })
export type SettingsView = z.infer<typeof SettingsView>

const operator = { audience: 'marketplace', scope: 'operator' } as const

export const getSettings = operation({
  ...operator,
  name: 'settings.get',
  method: 'GET',
  path: '/v2/marketplace/settings',
  summary: 'List every setting with its value, its bounds and its description.',
  returns: SettingsView,
})

export const patchSettings = operation({
  ...operator,
  name: 'settings.patch',
  method: 'PATCH',
  path: '/v2/marketplace/settings',
  summary:
    'Change settings, effective at once in every process. null restores the default. If one is refused, none is changed.',
  body: z.object({
    /** The version that was read. Without it the change is not checked against concurrent ones. */
    version: z.optional(z.int()),
    values: z.record(z.string(), z.nullable(z.unknown())),
  }),
  returns: SettingsView,
  errors: ['VERSION_CONFLICT'],
})

export const getSettingsTimeline = operation({
  ...operator,
  name: 'settings.timeline',
  method: 'GET',
  path: '/v2/marketplace/settings/timeline',
  summary: 'List changes of settings with author, old and new value, oldest first.',
  returns: z.array(TimelineEntry),
})
