/** The only source of time in deciding code; tests hand in one they can turn. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** A clock that stands still until it is turned. */
export class ManualClock implements Clock {
  #at: number
  constructor(at: Date | string) {
    this.#at = new Date(at).getTime()
  }
  now(): Date {
    return new Date(this.#at)
  }
  /** Turns the clock forward by a number of milliseconds. */
  advance(milliseconds: number): void {
    this.#at += milliseconds
  }
}
