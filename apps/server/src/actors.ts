import type { MarketplaceScope } from '@fettle/protocol'
import type { Router } from './platform/http/router.ts'

/** A signed-in provider. */
export interface ProviderActor {
  id: string
  name: string
  sessionId: string
  isOnboarded: boolean
}

/** A marketplace's system, identified by its API key. */
export interface MarketplaceActor {
  keyId: string
  name: string
  scopes: readonly MarketplaceScope[]
}

/** One router per audience, each with its own authentication and wrapping. */
export interface Routers {
  public: Router<null>
  /** Signed in, onboarded or not. */
  account: Router<ProviderActor>
  /** Signed in and onboarded. */
  provider: Router<ProviderActor>
  marketplace: Router<MarketplaceActor>
  /** Only where `/dev/outbox` exists. */
  development: Router<null>
}
