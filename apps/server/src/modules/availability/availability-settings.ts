import { availabilityDefaults, type AvailabilitySettings } from '@fettle/protocol/availability/availability'

/** A provider's availability settings as the rules use them. `isSet` is false until they saved them once. */
export interface AvailabilityRecord extends Omit<AvailabilitySettings, 'pausedUntil'> {
  pausedUntil: Date | null
  isSet: boolean
  version: number
  updatedAt: Date | null
}

/** Settings of a provider who never saved any. */
export const defaultAvailability = (timeZone: string): AvailabilityRecord => ({
  ...availabilityDefaults,
  weekly: [],
  overrides: [],
  timeZone,
  isSet: false,
  version: 0,
  updatedAt: null,
})
