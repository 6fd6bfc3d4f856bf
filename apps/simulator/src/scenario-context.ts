import type { Marketplace } from './marketplace.ts'
import type { EventFeed } from './event-feed.ts'
import type { Persona } from './personas.ts'
import type { Random } from './random.ts'
import type { RunningStory } from './runner.ts'

/** Who is asked: a provider as the marketplace shows them. */
export interface ListedProvider {
  id: string
  name: string
}

/** One thing a customer did, or saw happen, in the order of time. */
export interface LoggedAction {
  /** Milliseconds since the simulator began, in the people's own time. */
  at: number
  act: string
  who: string
  /** `bookings.create`, `says`, `sees CONFIRMED`. */
  what: string
  detail?: string
}

/** What a story is played with. */
export interface ScenarioContext {
  readonly marketplace: Marketplace
  readonly feed: EventFeed
  readonly provider: ListedProvider
  /** Chance of this story alone. */
  readonly random: Random
  readonly story: RunningStory
  readonly speed: number
  now(): Date
  /** Somebody who is in no other story; the one wanted, where they are free. */
  pickPersona(wanted?: (persona: Persona) => boolean): Persona
  logAction(who: string, what: string, detail?: string): void
  /** A request for quotes was sent out: it is closed when everything is cleared up. */
  rememberRequest(requestId: string): void
}
