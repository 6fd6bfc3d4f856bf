import { loadScreen } from '../../../routing/loader.ts'

/** Prefetches the code of the editor, so that it opens without a connection. */
export async function prefetchEditor(): Promise<void> {
  await Promise.all([
    loadScreen('offers/offers.screen'),
    loadScreen('offers/offer.screen'),
    import('../editor/editor.tsx'),
  ])
}
