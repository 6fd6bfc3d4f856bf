/** Name of the draft of a decline, which is kept until the answer was sent. */
export const declineDraft = (id: string): string => `decline:${id}`
