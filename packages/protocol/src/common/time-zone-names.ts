/**
 * Finds an IANA time zone that this runtime knows. A name without a place, such as `IST`, becomes the zone's name with
 * one: Temporal refuses some of them, and PostgreSQL reads some as another zone. Undefined: there is no such zone.
 */
export function findTimeZone(name: string): string | undefined {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    return name.includes('/') ? name : timeZone
  } catch {
    return undefined
  }
}
