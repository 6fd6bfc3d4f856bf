import { t } from '@lingui/core/macro'

/** What stands beside the link when it is shared. */
export const inviteText = (): string => t`I get my jobs, offers and messages in one place. Have a look:`
