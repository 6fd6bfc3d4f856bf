import { t } from '@lingui/core/macro'

/** Name of a chat user. A customer who was deleted has none, and is named in the page's language. */
export const personName = ({ name }: { name: string }): string => name || t`Former customer`

/** Name of the author of a message; empty for messages of the app. */
export const authorName = (user: { name: string } | null | undefined): string => (user ? personName(user) : '')
