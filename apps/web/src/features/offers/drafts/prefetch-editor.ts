import { loadScreen } from '../../../routing/loader.ts'

/** Prefetches the code that makes an offer, so that it opens without a connection. */
export async function prefetchEditor(): Promise<void> {
  await Promise.all([
    loadScreen('offers/offers.screen'),
    loadScreen('offers/offer.screen'),
    import('./new-offer.tsx'),
    import('../editor/editor.tsx'),
  ])
}
