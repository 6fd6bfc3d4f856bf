import { availabilityDefaults, type AvailabilitySettings } from '@fettle/protocol/availability/availability'

/** How a provider works, as the rules take it. `isSet` is false until they said so themselves. */
export interface AvailabilityRecord extends Omit<AvailabilitySettings, 'pausedUntil'> {
  pausedUntil: Date | null
  isSet: boolean
  version: number
  updatedAt: Date | null
}

/** What holds for somebody who has said nothing yet. */
export const unset = (timeZone: string): AvailabilityRecord => ({
  ...availabilityDefaults,
  weekly: [],
  overrides: [],
  timeZone,
  isSet: false,
  version: 0,
  updatedAt: null,
})
