import { formatter } from './dates.ts'

/** Lists short items in the page's language: `JPEG, PNG, PDF`. */
export const itemsText = (items: readonly string[]): string => formatter().list(items, 'items')
