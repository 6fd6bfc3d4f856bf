/** Lists and limits of the workspace. Without schemas, so that screens can use them. */

export const quickReplyLimits = { replies: 100, characters: 2_000, attachments: 5 } as const
