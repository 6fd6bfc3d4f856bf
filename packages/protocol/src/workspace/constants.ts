/** Lists and limits of the workspace. Without schemas, so that screens can use them. */

export const quickReplyLimits = { replies: 100, characters: 2_000, attachments: 5 } as const

export const customerNoteLimits = { characters: 5_000, tags: 10, tagCharacters: 30 } as const

/** Kinds of records that a provider shares with a customer. */
export const customerRecordKinds = ['BOOKING', 'OFFER', 'CONTRACT', 'INVOICE', 'CONVERSATION', 'REVIEW'] as const

/** Kinds of search results, in the order they are shown. */
export const searchKinds = ['CUSTOMER', 'BOOKING', 'OFFER', 'CONTRACT', 'INVOICE', 'MESSAGE', 'ARTICLE'] as const
