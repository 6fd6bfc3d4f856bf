import type { MarketplaceClient } from '@fettle/marketplace'
import type { EventFeed } from './event-feed.ts'
import type { Persona } from './personas.ts'
import type { Random } from './random.ts'
import type { RunningStory } from './runner.ts'

/** A provider as the marketplace lists them. */
export interface ListedProvider {
  id: string
  name: string
}

/** An action or observation of a customer. */
export interface LoggedAction {
  /** Milliseconds of story time since the simulator started. */
  at: number
  storyId: string
  who: string
  /** `bookings.create`, `says`, `sees CONFIRMED`. */
  what: string
  detail?: string
}

/** Context of a story. */
export interface ScenarioContext {
  readonly marketplace: MarketplaceClient
  readonly feed: EventFeed
  readonly provider: ListedProvider
  /** Random stream of this story. */
  readonly random: Random
  readonly story: RunningStory
  readonly speed: number
  now(): Date
  /** Picks a persona that is in no other story, preferring the wanted one. */
  pickPersona(wanted?: (persona: Persona) => boolean): Persona
  logAction(who: string, what: string, detail?: string): void
  /** Remembers a request for quotes, to close it on cleanup. */
  rememberRequest(requestId: string): void
}
