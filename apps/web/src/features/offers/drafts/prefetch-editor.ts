import { loadScreen } from '../../../routing/loader.ts'

/** Prefetches the code of the editor, so that it opens without a connection. */
export async function prefetchEditor(): Promise<void> {
  await Promise.all([
    loadScreen('offers/offers.screen'),
    loadScreen('offers/offer.screen'),
    import('./new-offer.tsx'),
    import('../sheets/sheets.tsx'),
    import('../editor/editor.tsx'),
    import('../detail/offer-document.tsx'),
    import('../editor/lines/line-sheet.tsx'),
    import('../editor/lines/book-picker.tsx'),
    import('../editor/dialogs/dialogs.ts'),
    import('../detail/sent-offer.tsx'),
  ])
}
