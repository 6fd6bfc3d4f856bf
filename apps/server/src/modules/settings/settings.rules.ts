import type { Issue } from '@fettle/protocol'
import {
  isSettingKey,
  validateSetting,
  settingDefinitions,
  settingKeys,
  defaultSettings,
  type SettingDefinition,
  type SettingKey,
  type SettingsView,
  type SettingValues,
} from '@fettle/protocol/accounts/settings'
import type { Config } from '../../platform/config.ts'
import { AppError } from '../../platform/errors.ts'
import type { SettingRow } from './settings.store.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

/** Effective settings from defaults, environment and operators' changes. Pure. */

export type ShippedSettings = Pick<
  Config,
  'passwordMinLength' | 'defaultCountry' | 'termsVersion' | 'requireIdentityDocument'
>

/** Defaults, overridden by the environment's values about accounts. */
export function shippedBy({
  passwordMinLength,
  defaultCountry,
  termsVersion,
  requireIdentityDocument,
}: ShippedSettings): SettingValues {
  const shippedValues = { passwordMinLength, defaultCountry, termsVersion: termsVersion ?? '', requireIdentityDocument }
  return { ...defaultSettings, ...shippedValues }
}

/** Effective values. Rows of unknown settings, or out of bounds narrowed since, are ignored. */
export function valuesOf(shipped: SettingValues, rows: readonly SettingRow[]): SettingValues {
  const validRows = rows.filter(({ key, value }) => isSettingKey(key) && validateSetting(key, value) === undefined)
  return Object.freeze({ ...shipped, ...Object.fromEntries(validRows.map(({ key, value }) => [key, value])) })
}

/** A change of one setting. `to` is null for the default. */
export interface SettingChange {
  key: SettingKey
  from: unknown
  to: unknown
}

/** The effective changes. Throws 422 with an issue for each invalid value. */
export function changesOf(
  values: Readonly<Record<string, unknown>>,
  rows: readonly SettingRow[],
  shipped: SettingValues,
): SettingChange[] {
  const issues: Issue[] = []
  const changes: SettingChange[] = []
  for (const [key, to] of Object.entries(values)) {
    const location = { path: ['values', key], field: key }
    if (!isSettingKey(key)) {
      issues.push({ ...location, code: 'NOT_ALLOWED', message: issueText('SETTING_UNKNOWN', { key }) })
      continue
    }
    const complaint = to === null ? undefined : validateSetting(key, to)
    if (complaint) issues.push({ ...location, ...complaint })
    const row = rows.find((one) => one.key === key)
    const isSame = to === null ? row === undefined : row !== undefined && isEqual(row.value, to)
    if (!isSame) changes.push({ key, from: row ? row.value : shipped[key], to })
  }
  if (issues.length > 0) throw new AppError('VALIDATION_FAILED', {}, { issues })
  return changes
}

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

export function toView(version: number, shipped: SettingValues, rows: readonly SettingRow[]): SettingsView {
  const values = valuesOf(shipped, rows)
  return {
    version,
    settings: settingKeys.map((key) => {
      const definition: SettingDefinition = settingDefinitions[key]
      const row = rows.find((one) => one.key === key)
      const { group, kind, description } = definition
      const bounds =
        definition.kind === 'COUNT'
          ? { unit: definition.unit, minimum: definition.minimum, maximum: definition.maximum }
          : { unit: definition.kind === 'AMOUNTS' ? 'MINOR_UNITS' : null, minimum: null, maximum: null }
      return {
        key,
        group,
        kind,
        description,
        value: values[key],
        default: shipped[key],
        ...bounds,
        changedAt: row?.changedAt.toISOString() ?? null,
        changedBy: row?.changedBy ?? null,
      }
    }),
  }
}
