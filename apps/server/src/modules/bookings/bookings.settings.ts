/** What an operator may set about bookings (domain §5, *cfg*), as shipped. */
export interface BookingSettings {
  /** The customer tells the provider four digits before work begins. */
  requireStartCode: boolean
  /** How long a customer has to confirm work that was handed over. */
  autoConfirmHours: number
  /** Photos of the finished work that a hand-over needs at least. */
  minAfterPhotos: number
}

export const bookingSettings: BookingSettings = { requireStartCode: false, autoConfirmHours: 72, minAfterPhotos: 0 }
