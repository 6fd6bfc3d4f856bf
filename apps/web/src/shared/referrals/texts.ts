import { t } from '@lingui/core/macro'

/** Text shared along with the invitation link. */
export const inviteText = (): string => t`I get my jobs, offers and messages in one place. Have a look:`
