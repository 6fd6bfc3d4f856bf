import type { OfferDraft } from '@fettle/protocol/offers/content'
import { calculateOffer } from '@fettle/protocol/offers/totals'
import type { OfferDetails } from '@fettle/protocol/offers'
import { bumpVersion } from '../../../platform/workflow/rules.ts'
import type { ActingPerson } from '../../../platform/acting-party.ts'
import { AppError } from '../../../platform/errors.ts'
import { offerWorkflow, type OfferDeps } from '../offer.workflow.ts'
import { lockOwnOffer } from '../offer.access.ts'
import { toDecisionContext } from '../lifecycle/decision-context.ts'
import { nameFiles } from '../files/offer-files.service.ts'
import { assertAllowed, transition } from '../offer.rules.ts'
import type { Offer } from '../offer.types.ts'
import * as store from '../offers.store.ts'
import { toDetails } from '../offer.view.ts'
import { totalOf } from './reusable.rules.ts'

/** Whether the caller knows the current draft. Without a draft both 0 and the last version are accepted. */
const hasSeen = ({ draft, draftVersion }: Offer, version: number): boolean =>
  version === draftVersion || (draft === null && version === 0)

/** The VERSION_CONFLICT error with both versions. */
export function draftConflict(offer: Offer, version: number, content?: OfferDraft): AppError {
  return new AppError('VERSION_CONFLICT', {
    thing: 'draft',
    current: offer.draft && {
      version: offer.draftVersion,
      content: offer.draft,
      totals: calculateOffer(offer.draft),
      updatedAt: (offer.draftUpdatedAt ?? offer.updatedAt).toISOString(),
    },
    ...(content && { yours: { version, content } }),
  })
}

/** Saves the draft. Beside a sent revision, neither that nor the state changes. */
export function saveDraft(
  deps: OfferDeps,
  party: ActingPerson,
  id: string,
  { version, content }: { version: number; content: OfferDraft },
): Promise<OfferDetails> {
  return deps.db.transaction(async (tx) => {
    const before = await lockOwnOffer(tx, party, id)
    const context = toDecisionContext(deps, party.role)
    assertAllowed(before, 'draft', context)
    if (!hasSeen(before, version)) throw draftConflict(before, version, content)
    await nameFiles(tx, before, content)
    const isAnswer = before.status === 'REQUESTED'
    const moved = isAnswer ? transition(before, 'draft', context) : { ...before, updatedAt: context.now }
    const after: Offer = {
      ...moved,
      draft: content,
      draftVersion: before.draftVersion + 1,
      draftUpdatedAt: context.now,
      // The offer's title and total are those of the sent revision until the draft is sent.
      ...(before.liveRevision === null && { title: content.title || before.title, total: totalOf(content) }),
    }
    if (isAnswer)
      await offerWorkflow.commit(deps, tx, party, {
        before,
        after,
        effects: { event: 'offer.drafted', visibility: 'PROVIDER' },
      })
    // Autosave every three seconds would flood the timeline.
    else await store.save(tx, after)
    return toDetails(deps, tx, after, context)
  })
}

/** Discards the draft beside the sent revision. */
export function discardDraft(deps: OfferDeps, party: ActingPerson, id: string): Promise<OfferDetails> {
  return deps.db.transaction(async (tx) => {
    const before = await lockOwnOffer(tx, party, id)
    const context = toDecisionContext(deps, party.role)
    assertAllowed(before, 'discard-draft', context)
    const after: Offer = {
      ...bumpVersion(before, context.now),
      draft: null,
      // Otherwise sending or saving the discarded draft would look like a repetition for a draft that was sent.
      draftVersion: before.draftVersion + 1,
      draftUpdatedAt: null,
    }
    await store.save(tx, after)
    return toDetails(deps, tx, after, context)
  })
}
