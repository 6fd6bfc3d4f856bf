import type { Operation } from '@fettle/protocol'
import type { FastifyInstance } from 'fastify'
import type { ProviderActor, Routers } from './actors.ts'
import { createAuthenticator } from './modules/auth/index.ts'
import { isUnderWay } from './modules/bookings/index.ts'
import type { ChatService } from './modules/channels/index.ts'
import { marketplaceRouter } from './modules/marketplace/index.ts'
import type { ReplicaReads } from './platform/db/replica.ts'
import type { Deps } from './platform/deps.ts'
import { idempotentWrites } from './platform/http/idempotency.ts'
import { createRouter, type Catalogue } from './platform/http/router.ts'

/** Bodies with passwords and codes: the hash that recognizes a repetition would be one of a secret. */
const carriesSecret = ({ name }: Operation) => /^(auth|secondFactors)\./.test(name)

/** Creates the router of each audience. */
export function createRouters(
  api: FastifyInstance,
  operations: Catalogue,
  deps: Deps,
  { chat, replica }: { chat: ChatService; replica: ReplicaReads },
): Routers {
  const signedIn = {
    authenticate: createAuthenticator(deps, { verifyStreamToken: chat.userOf, isUnderWay }),
    readFromReplica: <T>(actor: ProviderActor, work: () => Promise<T>) => replica.read(actor.id, work),
    recordWrite: (actor: ProviderActor) => replica.recordWrite(actor.id),
  }
  const anybody = { authenticate: async () => null }
  const repeatable = idempotentWrites(deps, { callerOf: (actor: ProviderActor) => actor.id, required: false })
  return {
    public: createRouter(api, operations, { audiences: ['public'], ...anybody }),
    account: createRouter(api, operations, {
      audiences: ['account'],
      ...signedIn,
      wrap: (call, next) => (carriesSecret(call.operation) ? next() : repeatable(call, next)),
    }),
    provider: createRouter(api, operations, { audiences: ['provider'], ...signedIn, wrap: repeatable }),
    marketplace: createRouter(api, operations, marketplaceRouter(deps)),
    development: createRouter(api, operations, { audiences: ['development'], ...anybody }),
  }
}
