/** The only source of time for decisions. Tests inject a manual clock. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** A clock that stands still until it is advanced. */
export class ManualClock implements Clock {
  #at: number
  constructor(at: Date | string) {
    this.#at = new Date(at).getTime()
  }
  now(): Date {
    return new Date(this.#at)
  }
  /** Advances the clock by milliseconds. */
  advance(milliseconds: number): void {
    this.#at += milliseconds
  }
}
