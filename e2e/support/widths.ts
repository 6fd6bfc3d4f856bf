// A story is told on a desktop, unless it says otherwise. The projects of the configuration select by these tags.

/** Details of a story that is told on a phone instead of a desktop. */
export const onPhone = { tag: '@phone' }
/** Details of a story that is told on both, because what a person does there differs. */
export const onBoth = { tag: '@both' }
