/** Lists of the chat protocol. Without schemas, so that screens can use them. */

export const reportReasons = ['SPAM', 'ABUSE', 'FRAUD', 'OTHER'] as const

/** Media tabs: images and videos, files and voice messages, links. */
export const mediaKinds = ['pictures', 'files', 'links'] as const
