import * as z from 'zod/mini'
import { offerStatuses, offerTransitionNames, offerUpdates, type OfferUpdate } from './flow.ts'

/** Schemas of an offer's states and actions. */

export const OfferStatus = z.enum(offerStatuses)
export type OfferStatus = z.infer<typeof OfferStatus>

export const OfferAction = z.enum([
  ...new Set([...offerTransitionNames, ...(Object.keys(offerUpdates) as OfferUpdate[])]),
])
export type OfferAction = z.infer<typeof OfferAction>
