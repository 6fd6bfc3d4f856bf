import { loadScreen, loadWithMessages } from '../../../routing/loader.ts'

/** Prefetches the code of the editor, so that it opens without a connection. */
export async function prefetchEditor(): Promise<void> {
  await Promise.all([
    loadScreen('offers/offers.screen'),
    loadScreen('offers/offer.screen'),
    loadWithMessages('offers/drafts/new-offer', import('./new-offer.tsx')),
    loadWithMessages('offers/sheets/sheets', import('../sheets/sheets.tsx')),
    loadWithMessages('offers/editor/editor', import('../editor/editor.tsx')),
    loadWithMessages('offers/detail/offer-document', import('../detail/offer-document.tsx')),
    import('../editor/lines/line-sheet.tsx'),
    import('../editor/lines/book-picker.tsx'),
    import('../editor/dialogs/dialogs.ts'),
    import('../detail/sent-offer.tsx'),
  ])
}
